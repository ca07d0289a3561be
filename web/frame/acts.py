"""Pages that offer acts, each by a form.

A form carries the name of its act, a key (`web.frame.keyed_forms`), and the version that it was
drawn from if the act depends on it. After an act, the browser is sent on (303), so that reloading
repeats nothing. A refusal is shown in the form, with all that was typed.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, ClassVar, NamedTuple
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    QueryDict,
)
from django.shortcuts import render
from django.utils.translation import gettext
from django.views import View

from accounts.models import User
from api.inputs import EmptySerializer, StrictSerializer
from api.request_slots import holding_slot
from games.refusals import StaleVersionError
from leagues.refusals import LeagueNotFoundError
from web.frame.access import log_in_first, visitor_of
from web.frame.forms import FormField, SerializerForm


class Done(NamedTuple):
    """What follows an act, if not what follows it usually: where to go on, and what is said."""

    address: str = ""
    told: str = ""


@dataclass(frozen=True)
class Act:
    """Something that people may do on a page.

    `takes` reads the body that `prepare` makes of the form's, and `do` gets its members. Afterwards
    people are on the same page, and are `told` so, unless `do` returns what else is `Done`.

    Unless it is `offered`, the page has no form for it; a form that was drawn before is refused by
    the service, in its own words. A `folded` form has to be opened, since what it does is rare or
    final. Of a form with many fields, the parts after the first `unfolded` ones have to be opened.
    What is `final` is never kept for later (`web.frame.viewers`).
    """

    name: str
    title: str
    button: str
    do: Callable[[dict[str, Any]], object]
    fields: Sequence[FormField] = ()
    takes: type[StrictSerializer] = EmptySerializer
    intro: str = ""
    told: str = ""
    version: int | None = None
    prepare: Callable[[dict[str, Any]], dict[str, Any]] = dict
    offered: bool = True
    folded: bool = False
    unfolded: int | None = None
    final: bool = False

    @property
    def keep_as(self) -> str:
        """What a form says that it does while it is kept for its viewer."""
        return "" if self.final else self.title or self.button


class ActForm(SerializerForm):
    """The form of an act, as first drawn, or as sent with some `data`."""

    def __init__(self, act: Act, zone: ZoneInfo, data: QueryDict | None = None) -> None:
        super().__init__(
            f"act-{act.name}", act.fields, act.takes, zone=zone, data=data, prepare=act.prepare
        )
        self.act, self.unfolded = act, act.unfolded


class ActPage(View):
    """A page with forms. `look` finds what it is about, before anything else is called."""

    template: ClassVar[str]
    needs_log_in: ClassVar[bool] = False
    http_method_names = ["get", "head", "post"]  # noqa: RUF012 - Django's
    user: User | None

    def dispatch(self, request: HttpRequest, *args: Any, **ids: Any) -> HttpResponseBase:
        """Answer while holding a slot."""
        answer: Callable[..., Any] = super().dispatch
        return holding_slot(answer)(request, *args, **ids)

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find what the page is about; raises LeagueNotFoundError."""

    def acts(self) -> Sequence[Act]:
        return ()

    def context(self) -> dict[str, Any]:
        """Return what the template shows in addition to the forms."""
        return {}

    @property
    def person(self) -> User:
        """Who acts, on a page or by a form that needs a log-in."""
        if self.user is None:
            raise Http404
        return self.user

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.user.time_zone if self.user else "UTC")

    def get(self, request: HttpRequest, **ids: Any) -> HttpResponse:
        return self._found(request, ids) or self._drawn(request)

    def post(self, request: HttpRequest, **ids: Any) -> HttpResponse:
        """Act, and go on; or show the page and why the act was refused."""
        if not request.user.is_authenticated:
            return log_in_first(request)
        if hidden := self._found(request, ids):
            return hidden
        act = next((each for each in self.acts() if each.name == request.POST.get("act")), None)
        if act is None:
            raise Http404
        form = ActForm(act, self.zone, request.POST)
        told: list[str] = []

        def do() -> str:
            if act.version is not None and request.POST.get("version") != str(act.version):
                raise stale_form(act.version)
            done = act.do(form.members)
            address, words = done if isinstance(done, Done) else Done()
            told.append(words or act.told)
            return address or request.get_full_path()

        address = form.submit(request, self.person, do)
        if address is None:
            return self._found(request, ids) or self._drawn(request, form)
        for text in filter(None, told or [act.told]):  # a form sent twice tells it, too
            messages.success(request, text)
        return HttpResponseRedirect(address, status=HTTPStatus.SEE_OTHER)

    def _found(self, request: HttpRequest, ids: dict[str, Any]) -> HttpResponse | None:
        """Look; return an answer as if there were nothing if the visitor may not see it.

        A log-in may help a visitor who followed a link in a mail.
        """
        self.user = visitor_of(request)
        if self.user is None and self.needs_log_in:
            return redirect_to_login(request.get_full_path())
        try:
            self.look(ids)
        except LeagueNotFoundError:
            if self.user is None:
                return redirect_to_login(request.get_full_path())
            raise Http404 from None
        return None

    def _drawn(self, request: HttpRequest, sent: ActForm | None = None) -> HttpResponse:
        """Return the page as it is now; the form that was `sent` says why it was refused."""
        refusal, forms = sent and sent.refusal, {}
        for act in self.acts():
            if sent and refusal and act.name == sent.act.name:
                forms[act.name] = ActForm(act, self.zone, request.POST)
                forms[act.name].refuse(refusal)
            elif act.offered:
                forms[act.name] = ActForm(act, self.zone)
        context = {"forms": forms, "zone": self.zone.key, **self.context()}
        status = refusal.status if refusal else HTTPStatus.OK
        return render(request, self.template, context, status=status)


def stale_form(version: int) -> StaleVersionError:
    """Return the refusal of a form whose subject has another version now."""
    return StaleVersionError(
        version,
        gettext(
            "This has changed since you opened the page. What you entered is kept: compare it with "
            "what the page says now, then send it again."
        ),
    )
