"""Problems about webhooks."""

from django.utils.translation import gettext_lazy
from rest_framework.exceptions import NotFound

from api.codes import add_codes
from api.problems import Problem, add_problems
from notifications.models.webhooks import Webhook
from notifications.webhooks.services import ReplayError


class StillWaitingProblem(Problem):
    """The message has not been sent yet, or is just being sent again."""

    title = gettext_lazy("The message is still waiting")
    default_code = "still_waiting"
    default_detail = gettext_lazy(
        "This message is still waiting to be sent. Look at it again in a moment."
    )


add_problems(
    {
        ReplayError: lambda _: StillWaitingProblem(),
        Webhook.DoesNotExist: lambda _: NotFound(),
    }
)
add_codes({"me_webhook_delivery_replay": StillWaitingProblem.default_code})
