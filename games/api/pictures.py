"""The views for pictures of a game."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import get_language, override
from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request

from accounts.log_in.authentication import requester
from api.operations import Members, operation
from api.views import AnyAccept
from games.api.base import GameView, answer_unless_known, read_table
from games.inputs.pictures import PictureQuerySerializer
from games.reading import pictures
from quotas.records.games import PICTURES_A_MINUTE
from quotas.services import spend

SVG, PNG = "image/svg+xml", "image/png"
TOLD = (
    "It shows the seats, the board and your hand, as you may see them: what `view` of "
    "GET /games/{game_id} has, and nothing else. Before the start the answer is 409 `not_running`."
)


class PictureView(GameView):
    """The base of both kinds of picture."""

    content_negotiation_class = AnyAccept

    def answer(
        self,
        request: Request,
        game_id: UUID,
        query: Members,
        media_type: str,
        content: Callable[[str], str | bytes],
    ) -> HttpResponse:
        """Respond with what `content` makes of the drawing, or with 304 without drawing it."""
        language = query.pop("language", None) or get_language() or "en"
        table = read_table(request, game_id)

        def picture() -> HttpResponse:
            return HttpResponse(content(pictures.draw_table(table, **query)), media_type)

        with override(language):
            answer = answer_unless_known(request, table, picture, depends_on=table.still)
        answer.headers["Content-Language"] = language
        return answer


class BoardSvgView(PictureView, tag="playing"):
    """The picture of a game as SVG."""

    @operation(
        "board_svg_get",
        "The board as SVG",
        PictureQuerySerializer,
        answers={(200, SVG): OpenApiTypes.STR},
        tagged=True,
        description=TOLD,
    )
    def get(self, request: Request, game_id: UUID, members: Members) -> HttpResponse:
        """Return the picture; elements have roles and labels, and there is no script in it."""
        return self.answer(request, game_id, members, SVG, str)


class BoardPngView(PictureView, tag="playing"):
    """The picture of a game as PNG."""

    @operation(
        "board_png_get",
        "The board as PNG",
        PictureQuerySerializer,
        answers={(200, PNG): OpenApiTypes.BINARY},
        tagged=True,
        description=TOLD,
    )
    def get(self, request: Request, game_id: UUID, members: Members) -> HttpResponse:
        """Return the same picture for programs that do not show SVG, such as mail readers."""

        def png(svg: str) -> bytes:
            spend(str(requester(request).pk), PICTURES_A_MINUTE)
            return pictures.png_of(svg, members["width"])

        return self.answer(request, game_id, members, PNG, png)
