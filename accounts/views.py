"""The API of one's own account."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import requester
from accounts.serializers import MeSerializer
from accounts.services import user_update


@extend_schema(tags=["me"])
class MeView(APIView):
    """Oneself."""

    @extend_schema(operation_id="me_get", summary="Who am I?", responses=MeSerializer)
    def get(self, request: Request) -> Response:
        """Answer with the account of whoever asks."""
        return Response(MeSerializer(requester(request)).data)

    @extend_schema(
        operation_id="me_update",
        summary="Change my handle, time zone or language",
        request=MeSerializer(partial=True),
        responses=MeSerializer,
    )
    def patch(self, request: Request) -> Response:
        """Change the members that are given and leave the others; the address stays as it is."""
        user = requester(request)
        wish = MeSerializer(user, data=request.data, partial=True)
        wish.is_valid(raise_exception=True)
        return Response(MeSerializer(user_update(user=user, **wish.validated_data)).data)
