"""What nobody can see is left out of a text, and what only looks invisible is not."""

import pytest

from players.legible import has_controls, is_visible, legible, one_line

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
ASTRONAUT = "\U0001f469\U0001f3fd\u200d\U0001f680"
HEARTS = "\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
PERSIAN, HINDI = "علی\u200cرضا", "क्\u200dष"


@pytest.mark.parametrize(
    "text",
    ["Ada", "Дар'я", "Zoë B.", "שרה", "李小龍", FAMILY, ASTRONAUT, HEARTS, ENGLAND, PERSIAN, HINDI],
)
def test_what_people_write_stays_letter_by_letter(text: str) -> None:
    assert legible(text) == one_line(text) == text
    assert is_visible(text)


@pytest.mark.parametrize(
    "hidden",
    [
        *("\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u180e"),  # no width
        *("\u200e", "\u200f", "\u061c", "\u202a", "\u202e", "\u2066", "\u2069"),  # directions
        *("\ufdd0", "\uffff", "\U0010fffe", "\ue000", "\U000e0041"),  # no characters, or private
    ],
)
def test_what_nobody_can_see_is_left_out_wherever_it_stands(hidden: str) -> None:
    assert legible(f"{hidden}Ada{hidden} Zoë{hidden}") == "Ada Zoë"
    assert legible(f"علی{hidden} ") == "علی "
    assert legible(hidden * 3) == ""


@pytest.mark.parametrize("blank", ["\u3164", "\u115f \u1160", "\u2800", "\u0301", "\ufe0f"])
def test_a_text_of_which_nothing_is_to_be_seen_is_empty(blank: str) -> None:
    assert (legible(blank), is_visible(blank)) == ("", False)


def test_white_space_and_controls_are_for_whoever_reads_lines() -> None:
    assert legible("Ádám\r\n\tBo\x07") == "Ádám\r\n\tBo\x07"
    assert legible("\u00a0\n") == "\u00a0\n"
    assert one_line("Ádám\nBo\x07\u2028C") == "Ádám Bo C"
    for control in ("\n", "\t", "\x07", "\x85", "\u2028", "\ud800"):
        assert has_controls(f"Ada{control}")
    assert not has_controls("Ada \u00a0 Zoë")
