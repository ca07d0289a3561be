"""Problems about push subscriptions."""

from django.utils.translation import gettext_lazy

from api.codes import add_codes
from api.problems import Problem, add_problems
from notifications.push.services import PushOffError


class PushOffProblem(Problem):
    """The server has no key for push messages."""

    title = gettext_lazy("This server sends no push messages")
    default_code = "push_off"
    default_detail = gettext_lazy(
        "This server sends no push messages. Have mails or webhooks sent instead."
    )


add_problems({PushOffError: lambda _: PushOffProblem()})
add_codes({"me_push_create": PushOffProblem.default_code})
