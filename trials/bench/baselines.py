"""Baselines of the API: views as Django REST framework makes them, which do no more than they must.

They are served by the same process, behind the same middleware, to the same person, who is
authenticated in the same way, and answer with the same body, which they have in memory. `ReadView`
reads a game and its seats, as every view of a game has to. `WriteView` validates a small body with
a serializer, and writes as many rows as playing does, with as many statements, in one transaction.
"""

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils.cache import get_conditional_response
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.log_in.authentication import requester
from api.models import IdempotencyKey
from games.models import Game, SeatAssignment
from games.stream.store import folds

ETAG = '"the-same-as-ever"'
TEXT = "x" * 300  # about what an event takes
bodies: dict[UUID | str, Any] = {}
"""What the views answer with: that to read by its game, that to write by its name."""


class ReadView(APIView):
    """Answers with a body that it was given before."""

    def get(self, request: Request, game_id: UUID) -> Any:
        """Answer with the body, or with 304 if the client already has this version."""
        game = Game.objects.get(pk=game_id)
        list(SeatAssignment.objects.filter(game=game).select_related("user"))
        unchanged: Any = get_conditional_response(request._request, etag=ETAG)
        return unchanged or Response(bodies[game_id], headers={"ETag": ETAG})

    def put(self, request: Request, game_id: UUID) -> Response:
        """Keep a body for later answers."""
        bodies[game_id] = request.data
        return Response()


class WishSerializer(serializers.Serializer[Any]):
    """The body of a request to write: how many rows, with how many statements."""

    rows = serializers.IntegerField(min_value=1, max_value=100)
    statements = serializers.IntegerField(min_value=1, max_value=100)
    text = serializers.CharField(max_length=1000)


class WriteView(APIView):
    """Writes rows, and answers with the body that it was given before."""

    def post(self, request: Request) -> Response:
        """Write all rows in one transaction."""
        wish = WishSerializer(data=request.data)
        wish.is_valid(raise_exception=True)
        rows, statements = wish.validated_data["rows"], wish.validated_data["statements"]
        user = requester(request)
        with transaction.atomic():
            for number in range(statements):
                many = rows - statements + 1 if number == 0 else 1
                IdempotencyKey.objects.bulk_create(
                    IdempotencyKey(user=user, key=str(uuid4()), fingerprint=TEXT[:64], body=TEXT)
                    for _ in range(many)
                )
        return Response(bodies["write"])

    def put(self, request: Request) -> Response:
        """Keep a body for later answers."""
        bodies["write"] = request.data
        return Response()


class FoldsView(APIView):
    """The cache of folded games."""

    def delete(self, _request: Request) -> Response:
        """Empty the cache, as if the server had just started."""
        folds.drop()
        return Response()
