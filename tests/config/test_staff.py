"""What staff can and cannot see at the admin site, and the records of their visits."""

import logging
from collections.abc import Iterator
from html import unescape
from re import findall
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db import connection
from django.db.models import Model
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Session, User
from accounts.staff.pages import FILTERS, VIEW, StaffAdmin
from api.models import IdempotencyKey
from games.models import Game, SeatAssignment
from leagues.models import League, Season
from moderation.models import Report
from notifications.models import Delivery, Notice
from tests.support.api_games import SECRET_BYTES, ApiGame
from tests.support.apps import PASSWORD
from tests.support.knowledge import cards_in
from tests.support.people import Person, staff

pytestmark = pytest.mark.django_db
REGISTERED = admin.site._registry
LOOKUPS = (*FILTERS, "__startswith", "__gte", "__in", "__regex", "__isnull", "__year")
ENTRANCES = {
    "/admin/",
    "/admin/games/",
    "/admin/games/game/",
    "/admin/notifications/delivery/",
    "/admin/accounts/user/",
    "/admin/admin/logentry/",
    "/admin/jsi18n/",
    "/admin/password_change/",
    "/admin/nothing/here",
}


def lists() -> dict[str, StaffAdmin]:
    """Return the path of the list page of each registered model."""
    names = {model: f"{model._meta.app_label}/{model._meta.model_name}" for model in REGISTERED}
    return {f"/admin/{names[model]}/": page for model, page in REGISTERED.items()}  # type: ignore[misc]


def fields_of(model: type[Model], depth: int) -> Iterator[str]:
    """Yield the lookups for fields, across `depth` relations."""
    for field in model._meta.get_fields():
        name = field.name
        yield from (name, getattr(field, "attname", name))
        if depth and field.is_relation and isinstance(field.related_model, type):
            yield from (f"{name}__{deeper}" for deeper in fields_of(field.related_model, depth - 1))


def test_only_our_own_admins_are_registered() -> None:
    assert set(REGISTERED) == {User, Game, League, LogEntry, Delivery, Report, Season}
    for page in REGISTERED.values():
        assert isinstance(page, StaffAdmin)
        assert page.fields  # listed one by one: a new field is not shown automatically


def test_no_field_is_filtered_by_but_those_on_the_page() -> None:
    for model, page in REGISTERED.items():
        tried = {name + end for name in fields_of(model, 2) for end in LOOKUPS}
        to_people = any(name.endswith("password__startswith") for name in tried)
        assert to_people or model in {League, Season}  # whose people are further away
        allowed = {name for name in tried if page.lookup_allowed(name, "a")}  # type: ignore[call-arg]
        assert allowed == {f"{name}{end}" for name in page.list_filter for end in FILTERS} & tried
        assert not {name.partition("__")[0] for name in allowed} & {"password", "email"}


@pytest.mark.slow
def test_a_list_refuses_to_be_filtered_by_any_other_field() -> None:
    chief = staff()
    for path, page in lists().items():
        for name in {*fields_of(page.model, 0), "user__password", "gameseed__seed", "seed"}:
            answer = chief.get(f"{path}?{name}__startswith=a")
            assert answer.status_code == 400, name


@pytest.mark.slow
def test_a_list_is_filtered_as_its_page_offers() -> None:
    chief = staff()
    ApiGame([Person(), Person()])
    for path in lists():
        links = findall(r'href="(\?[^"]+)"', chief.get(path).content.decode())
        assert links
        for link in links:
            assert chief.get(path + unescape(link)).status_code == 200


@pytest.mark.parametrize("order", ["0", "-0", "3", "-3", "99", "-99", "password", "-password"])
def test_a_list_is_ordered_by_its_columns_alone(order: str) -> None:
    chief = staff()
    first, second = (User.objects.create_user(n, f"{n}@example.org") for n in ("zoe", "yan"))
    User.objects.filter(pk=first.pk).update(password="a")
    User.objects.filter(pk=second.pk).update(password="b")
    shown = []
    for _ in range(2):
        page = chief.get(f"/admin/accounts/user/?o={order}").content.decode()
        shown.append(page.index(">zoe<") < page.index(">yan<"))
        User.objects.filter(pk=first.pk).update(password="c")
    assert shown[0] == shown[1]


def test_a_search_looks_at_no_secret() -> None:
    chief = staff()
    table = ApiGame([Person(), Person()])
    for path, secret in (
        ("/admin/accounts/user/", chief.user.password),
        ("/admin/games/game/", table.seed.hex()),
        ("/admin/games/game/", table.game.head),
    ):
        assert chief.get(f"{path}?q={secret[:8]}").context["cl"].result_count == 0


@pytest.mark.slow
def test_no_page_shows_a_secret() -> None:
    chief, ada, bob = staff(), Person("ada"), Person("bob")
    ada.user.set_password(PASSWORD)
    ada.user.save()
    ada.client.force_login(ada.user)
    table = ApiGame([ada, bob])
    table.play(key="a-key-of-somebody")
    IdempotencyKey.objects.update(body="an answer of somebody")
    SeatAssignment.objects.update(entropy=SECRET_BYTES)
    code = Notice.objects.create(key="x", kind="account", person=ada.user, body_text="AAAA-BBBB")
    mailed = Delivery.objects.create(notice=code, channel="email", address="ada@old.example")
    secret = generate_totp_secret()
    authenticator = TOTP.activate(ada.user, secret).instance
    session = str(ada.client.session.session_key)
    hidden = [ada.user.password, "an answer of somebody", "a-key-of-somebody", SECRET_BYTES]
    hidden += Session.objects.values_list("session_key", flat=True)
    hidden += [
        "AAAA-BBBB",
        mailed.address,
        secret,
        authenticator.data["secret"],
        session,
        table.seed.hex(),
    ]
    hands = {card for player in table.state.players for card in player.hand}

    pages = [f"/admin/games/game/{table.id}/", f"/admin/accounts/user/{ada.user.pk}/"]
    chief.get(f"{pages[0]}change/")
    pages.append(f"/admin/admin/logentry/{LogEntry.objects.get().pk}/")
    pages.append(f"/admin/notifications/delivery/{mailed.pk}/")
    paths = ["/admin/", *lists()]
    paths += [page + part for page in pages for part in ("change/", "history/", "delete/")]
    shown = {path: chief.get(path) for path in paths}
    assert cards_in(unescape(shown[f"{pages[0]}change/"].content.decode()))
    refused = {path for path, answer in shown.items() if answer.status_code != 200}
    assert refused == {f"{page}delete/" for page in (pages[0], *pages[2:])}
    for path, answer in shown.items():
        page = unescape(answer.content.decode())
        assert [found for found in hidden if found in page] == [], path
        assert not cards_in(page) & hands


@pytest.mark.parametrize("path", sorted(ENTRANCES))
def test_staff_without_a_second_factor_are_led_to_set_one_up(path: str) -> None:
    clerk = staff(factor=False)
    Authenticator.objects.create(user=clerk.user, type="recovery_codes", data={})
    answer = clerk.client.get(path, follow=True)
    assert [where for where, _ in answer.redirect_chain][:2] == [
        f"/admin/login/?next={path}",
        "/accounts/2fa/totp/activate/",
    ]


def test_a_second_factor_opens_the_admin_site(client: Client) -> None:
    operator = User.objects.create_superuser("chief", "chief@example.org", PASSWORD)
    EmailAddress.objects.create(user=operator, email=operator.email, verified=True, primary=True)
    client.post("/accounts/login/", {"login": operator.email, "password": PASSWORD})
    asked = client.get("/admin/", follow=True)
    assert "needs a second factor" in asked.content.decode()
    where = f"{asked.request['PATH_INFO']}?{asked.request['QUERY_STRING']}"
    page = client.post(where, {"password": PASSWORD}, follow=True)
    assert page.request["PATH_INFO"] == "/accounts/2fa/totp/activate/"
    assert b"data:image" in page.content
    TOTP.activate(operator, generate_totp_secret())
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/login/").headers["Location"] == "/admin/"


@pytest.mark.parametrize("path", sorted(ENTRANCES))
def test_nobody_else_sees_the_admin_site(client: Client, path: str) -> None:
    answer = client.get(path, follow=True)
    assert answer.request["PATH_INFO"] == "/accounts/login/"
    player = Person()
    TOTP.activate(player.user, generate_totp_secret())
    assert player.client.get(path, follow=True).status_code == 403


def test_passwords_are_changed_where_everybody_changes_them() -> None:
    answer = staff().get("/admin/password_change/")
    assert answer.headers["Location"] == "/accounts/password/change/"


def test_each_page_that_staff_open_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    chief, table = staff(), ApiGame([Person(), Person()])
    page = f"/admin/games/game/{table.id}/change/"
    with caplog.at_level(logging.INFO, "accounts.staff_site"):
        chief.get("/admin/accounts/user/?q=ada%0Aforged")
        chief.get(page)
        chief.client.post(page, {"state": "open"}, format="multipart")
    by = f"by {chief.user.pk} (chief)"
    assert caplog.messages == [
        f"GET /admin/accounts/user/?q=ada%0Aforged {by}: 200",
        f"GET {page} {by}: 200",
        f"POST {page} {by}: PermissionDenied",
    ]
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.action_flag) == (chief.user, str(table.id), VIEW)
    assert "Viewed." in chief.get(f"/admin/games/game/{table.id}/history/").content.decode()


def test_refusals_at_the_admin_site_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    chief = staff()
    with caplog.at_level(logging.INFO, "accounts.staff_site"):
        chief.get("/admin/accounts/user/?password__startswith=a")
    assert caplog.messages[0].endswith(f"by {chief.user.pk} (chief): DisallowedModelAdminLookup")


def edited(person: User, **changes: Any) -> dict[str, Any]:
    """Return the form of a person with some fields changed."""
    return {"handle": person.handle, "is_active": "on", **changes}


def test_a_logged_request_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "accounts.staff_site"):
        staff("games.view_game").get("/admin/games/game/?q=" + "Q" * 3_000)
    (line,) = caplog.messages
    assert len(line) < 600


def test_a_person_s_page_does_not_ask_for_each_right_what_it_is_about() -> None:
    chief, ada = staff(), Person("ada")
    with CaptureQueriesContext(connection) as asked:
        page = chief.get(f"/admin/accounts/user/{ada.user.pk}/change/").content.decode()
    assert page.count("<option") >= Permission.objects.count()
    assert len(asked) <= 20


def test_staff_rename_people_and_that_is_logged() -> None:
    chief, ada = staff(), Person("ada")
    page = f"/admin/accounts/user/{ada.user.pk}/change/"
    form = {"handle": "lovelace", "email": "eve@example.org", "is_active": ""}
    assert chief.client.post(page, form, format="multipart").status_code == 302
    ada.user.refresh_from_db()
    told = (ada.user.handle, ada.user.is_active, ada.user.email)
    assert told == ("lovelace", True, "ada@example.org")
    assert LogEntry.objects.get().object_id == str(ada.user.pk)


def test_staff_who_may_change_people_give_nobody_rights_and_touch_no_other_staff() -> None:
    chief, clerk, ada = staff(), staff("clerk", superuser=False), Person("ada")
    wanted = ("view_user", "change_user", "delete_user")
    clerk.user.user_permissions.set(Permission.objects.filter(codename__in=wanted))
    rights = {"is_staff": "on", "is_superuser": "on"}
    page = "/admin/accounts/user/{}/change/"
    answer = clerk.client.post(
        page.format(ada.user.pk), edited(ada.user) | rights, format="multipart"
    )
    assert answer.status_code == 302
    ada.user.refresh_from_db()
    assert (ada.user.is_staff, ada.user.is_superuser) == (False, False)
    for person in (chief.user, clerk.user):
        form = edited(person, is_active="")
        answer = clerk.client.post(page.format(person.pk), form, format="multipart")
        assert answer.status_code == 403
        deletion = f"/admin/accounts/user/{person.pk}/delete/"
        assert clerk.client.post(deletion, {"post": "yes"}, format="multipart").status_code == 403
