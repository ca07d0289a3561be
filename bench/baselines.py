"""What the API is measured against: views as Django REST framework makes them, doing no work.

They are served by the same process, behind the same middleware, to the same person who is
recognised in the same way, and answer with the same body. `ReadView` does nothing else: it has its
answer at hand, and asks the database for nothing. `WriteView` reads a small input with a
serializer, and writes as many rows as playing does, with as many statements, in one transaction.
"""

from typing import Any
from uuid import uuid4

from django.db import transaction
from django.utils.cache import get_conditional_response
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import requester
from games.models import IdempotencyKey
from games.store import folds

ETAG = '"the-same-as-ever"'
TEXT = "x" * 300  # about what an event takes
bodies: dict[str, Any] = {}
"""What the views answer with, by their name."""


class ReadView(APIView):
    """Answers with a body it was given before."""

    def get(self, request: Request, name: str) -> Any:
        """Answer, or say that nothing has changed."""
        unchanged: Any = get_conditional_response(request._request, etag=ETAG)
        return unchanged or Response(bodies[name], headers={"ETag": ETAG})

    def put(self, request: Request, name: str) -> Response:
        """Take a body."""
        bodies[name] = request.data
        return Response()


class WishSerializer(serializers.Serializer[Any]):
    """What is to be written: how many rows with how many statements."""

    rows = serializers.IntegerField(min_value=1, max_value=100)
    statements = serializers.IntegerField(min_value=1, max_value=100)
    text = serializers.CharField(max_length=1000)


class WriteView(APIView):
    """Writes rows, and answers with the body it was given before."""

    def post(self, request: Request) -> Response:
        """Write all of the rows in one transaction."""
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
        """Take a body."""
        bodies["write"] = request.data
        return Response()


class FoldsView(APIView):
    """What is kept of games in memory."""

    def delete(self, request: Request) -> Response:
        """Forget it, as a server does that has just been started."""
        folds.drop()
        return Response()
