"""A ladder: everybody has a place, and challenges somebody above to take it.

The order is a fold over the first order and what happened since, in the order in which it happened:
a corrected result is the same happenings told again. So what has happened is taken as it is, also
where a correction has since put challenger and challenged elsewhere; whether a challenge may be
made is asked before it is, of `objection`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NewType, Self, TypeAlias

from tournaments.formats.errors import FormatError, said
from tournaments.formats.graph import EntrantId
from tournaments.formats.ladder_rules import MAX_LADDER, LadderRules, Unplayed, Winning

ChallengeId = NewType("ChallengeId", int)


# --- What happens --------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Challenged:
    """`on` is the day on which it was made."""

    on: date
    challenge: ChallengeId
    challenger: EntrantId
    challenged: EntrantId
    play_by: date


@dataclass(frozen=True, slots=True)
class Decided:
    """`winner` is None where both lost: the order stays, and the challenge is over."""

    on: date
    challenge: ChallengeId
    winner: EntrantId | None


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """Its time ran out: the rules say what that means."""

    on: date
    challenge: ChallengeId


@dataclass(frozen=True, slots=True)
class CalledOff:
    """As if it had never been made."""

    on: date
    challenge: ChallengeId


@dataclass(frozen=True, slots=True)
class Joined:
    """At the bottom."""

    on: date
    entrant: EntrantId


@dataclass(frozen=True, slots=True)
class Withdrew:
    """All below go up by one; his open challenges are called off."""

    on: date
    entrant: EntrantId


Happening: TypeAlias = Challenged | Decided | NotPlayed | CalledOff | Joined | Withdrew


# --- The order -----------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Ladder:
    """`order` is from the top; `open` are the challenges without an end, oldest first."""

    rules: LadderRules
    order: tuple[EntrantId, ...]
    open: tuple[Challenged, ...] = ()

    @classmethod
    def of(cls, rules: LadderRules, order: Iterable[EntrantId]) -> Self:
        """Raises FormatError: `entrant_twice`, `field_too_large`."""
        listed = tuple(order)
        if len(listed) > MAX_LADDER:
            raise FormatError(
                "field_too_large",
                "A ladder holds at most %(limit)s entrants, and there are %(entrants)s.",
                limit=MAX_LADDER,
                entrants=len(listed),
            )
        if len(set(listed)) < len(listed):
            raise _twice(max(listed, key=listed.count))
        return cls(rules, listed)

    def place(self, entrant: EntrantId) -> int:
        """From 1 at the top; 0 for who is not on the ladder."""
        return self.order.index(entrant) + 1 if entrant in self.order else 0

    def open_of(self, entrant: EntrantId) -> tuple[Challenged, ...]:
        return tuple(one for one in self.open if entrant in (one.challenger, one.challenged))

    def overdue(self, today: date) -> tuple[Challenged, ...]:
        return tuple(one for one in self.open if one.play_by < today)

    def after(self, happening: Happening) -> Self:
        """Raises FormatError: `unknown_entrant`, `entrant_twice`, `challenge_twice`,
        `no_such_challenge`, `plays_himself`, `not_in_challenge`.
        """
        match happening:
            case Challenged():
                return self._challenged(happening)
            case Joined(entrant=entrant):
                if entrant in self.order:
                    raise _twice(entrant)
                return replace(self, order=(*self.order, entrant))
            case Withdrew(entrant=entrant):
                self._require(entrant)
                left = tuple(one for one in self.order if one != entrant)
                gone = set(self.open_of(entrant))
                return replace(self, order=left, open=tuple(o for o in self.open if o not in gone))
            case _:
                return self._closed(happening)

    def _challenged(self, made: Challenged) -> Self:
        self._require(made.challenger)
        self._require(made.challenged)
        if made.challenger == made.challenged:
            raise FormatError(
                "plays_himself", "Entrant %(entrant)s cannot play himself.", entrant=made.challenger
            )
        if any(one.challenge == made.challenge for one in self.open):
            raise FormatError(
                "challenge_twice",
                "There is a challenge %(challenge)s already.",
                challenge=made.challenge,
            )
        return replace(self, open=(*self.open, made))

    def _closed(self, happening: Decided | NotPlayed | CalledOff) -> Self:
        found = [one for one in self.open if one.challenge == happening.challenge]
        if not found:
            raise FormatError(
                "no_such_challenge",
                "There is no open challenge %(challenge)s.",
                challenge=happening.challenge,
            )
        challenge = found[0]
        rest = tuple(one for one in self.open if one is not challenge)
        return replace(self, order=self._order_after(challenge, happening), open=rest)

    def _order_after(
        self, challenge: Challenged, happening: Decided | NotPlayed | CalledOff
    ) -> tuple[EntrantId, ...]:
        match happening, self.rules.unplayed:
            case Decided(winner=None), _:
                return self.order
            case Decided(winner=winner), _:
                if winner not in (challenge.challenger, challenge.challenged):
                    raise FormatError(
                        "not_in_challenge",
                        "%(entrant)s is not in challenge %(challenge)s.",
                        entrant=winner,
                        challenge=challenge.challenge,
                    )
                return self._won(challenge) if winner == challenge.challenger else self.order
            case NotPlayed(), Unplayed.CHALLENGER_WINS:
                return self._won(challenge)
            case NotPlayed(), Unplayed.CHALLENGED_FALLS:
                return self._fallen(challenge.challenged)
            case _:
                return self.order

    def _won(self, challenge: Challenged) -> tuple[EntrantId, ...]:
        """Nothing changes for a challenger who has come to stand above meanwhile."""
        above, below = self.place(challenge.challenged) - 1, self.place(challenge.challenger) - 1
        if below < above:
            return self.order
        order = list(self.order)
        if self.rules.winning is Winning.SWAPS:
            order[above], order[below] = order[below], order[above]
        else:
            order.insert(above, order.pop(below))
        return tuple(order)

    def _fallen(self, entrant: EntrantId) -> tuple[EntrantId, ...]:
        order = list(self.order)
        place = order.index(entrant)
        order.insert(place + self.rules.fall, order.pop(place))
        return tuple(order)

    def _require(self, entrant: EntrantId) -> None:
        if entrant not in self.order:
            raise FormatError(
                "unknown_entrant",
                "%(entrant)s is not on the ladder.",
                entrant=entrant,
            )


def ladder(
    rules: LadderRules, order: Sequence[EntrantId], happenings: Iterable[Happening]
) -> Ladder:
    """Where everybody stands after all that happened."""
    now = Ladder.of(rules, order)
    for happening in happenings:
        now = now.after(happening)
    return now


@dataclass(frozen=True, slots=True)
class Step:
    """A happening with the ladder before and after it."""

    happening: Happening
    before: Ladder
    after: Ladder


def steps(
    rules: LadderRules, order: Sequence[EntrantId], happenings: Iterable[Happening]
) -> Iterator[Step]:
    """The same as `ladder`, step by step."""
    now = Ladder.of(rules, order)
    for happening in happenings:
        before, now = now, now.after(happening)
        yield Step(happening, before, now)


# --- Who may challenge whom ----------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Objection:
    """Why a challenge may not be made; the facts that are entrants are `entrant`."""

    code: str
    template: str
    detail: Mapping[str, Any]

    def error(self) -> FormatError:
        return FormatError(self.code, self.template, **self.detail)


_OBJECTIONS = {
    "not_on_ladder": said("%(entrant)s is not on the ladder."),
    "not_above": said("Only somebody who stands above can be challenged."),
    "out_of_reach": said("A challenge goes at most %(reach)s places up, and this is %(places)s."),
    "already_open": said("These two have an open challenge already."),
    "challenger_busy": said("%(entrant)s has an open challenge already: play it first."),
    "challenged_busy": said("%(entrant)s has an open challenge already: wait until it is played."),
}


def objection(now: Ladder, challenger: EntrantId, challenged: EntrantId) -> Objection | None:
    """Why this challenge may not be made, None if it may. Codes, the first that holds:

    `not_on_ladder`, `not_above` (also of oneself), `out_of_reach`, `already_open`,
    `challenger_busy`, `challenged_busy`.
    """
    for entrant in (challenger, challenged):
        if not now.place(entrant):
            return _objection("not_on_ladder", entrant=entrant)
    places = now.place(challenger) - now.place(challenged)
    if places <= 0:
        return _objection("not_above")
    if now.rules.reach is not None and places > now.rules.reach:
        return _objection("out_of_reach", reach=now.rules.reach, places=places)
    return _busy(now, challenger, challenged)


def _busy(now: Ladder, challenger: EntrantId, challenged: EntrantId) -> Objection | None:
    mine, his = now.open_of(challenger), now.open_of(challenged)
    if set(mine) & set(his):
        return _objection("already_open")
    made = sum(one.challenger == challenger for one in mine)
    faced = sum(one.challenged == challenged for one in his)
    if made >= now.rules.made or len(mine) >= now.rules.in_all:
        return _objection("challenger_busy", entrant=challenger)
    if faced >= now.rules.faced or len(his) >= now.rules.in_all:
        return _objection("challenged_busy", entrant=challenged)
    return None


def _objection(code: str, **detail: Any) -> Objection:
    return Objection(code, _OBJECTIONS[code], detail)


def may_challenge(now: Ladder, challenger: EntrantId) -> tuple[EntrantId, ...]:
    """All whom he may challenge now, the highest first."""
    above = now.place(challenger) - 1
    highest = 0 if now.rules.reach is None else max(above - now.rules.reach, 0)
    reach = now.order[highest : max(above, 0)]
    return tuple(one for one in reach if objection(now, challenger, one) is None)


def _twice(entrant: EntrantId) -> FormatError:
    return FormatError(
        "entrant_twice", "Entrant %(entrant)s is in one round, or list, twice.", entrant=entrant
    )
