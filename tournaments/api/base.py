"""What all views of the API have in common; each parses, calls one service and answers."""

from typing import Any

from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.api.parsing import check_size
from tournaments.api.schema import hidden


class ApiView(APIView):
    """Reads are revalidated, never served stale; secrets are not kept anywhere."""

    secret = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        check_size(request)
        super().initial(request, *args, **kwargs)

    def finalize_response(
        self, request: Request, response: Any, *args: Any, **kwargs: Any
    ) -> Response:
        answer = super().finalize_response(request, response, *args, **kwargs)
        if self.secret:
            patch_cache_control(answer, private=True, no_store=True)
        else:
            patch_cache_control(answer, no_cache=True)
        patch_vary_headers(answer, ["Authorization", "Cookie"])
        return answer


@hidden
class UnknownView(ApiView):
    """Any address under /api/ that is none."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise exceptions.NotFound(
            _("There is nothing at this address. Addresses end with a slash; see /api/.")
        )
