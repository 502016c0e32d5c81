from django.apps import AppConfig


class MatchesConfig(AppConfig):
    name = "matches"

    def ready(self) -> None:
        from matches import receivers, tasks  # noqa: F401 (connects the signals)
        from matches.services import reporting  # noqa: F401 (registers the deadline's handler)
