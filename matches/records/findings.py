"""The catalogue of findings: stable code, severity, and what to tell the reader of a record.

    >>> finding("take_missing", line=12, side=2).message
    'Side 2 took the double without a word of it; play went on, so it was a take.'

Says nothing about when a finding applies; that is with the code that raises it.
"""

from typing import Final, NamedTuple

from matches.engine.errors import said
from matches.records.values import Finding, Severity


class Kind(NamedTuple):
    severity: Severity
    template: str


def _kinds(severity: Severity, **templates: str) -> dict[str, Kind]:
    return {code: Kind(severity, template) for code, template in templates.items()}


CATALOGUE: Final[dict[str, Kind]] = {
    **_kinds(
        Severity.ERROR,
        file_too_large=said(
            "The file has more than %(limit)s bytes: a match has far fewer. Send the "
            "record of one match."
        ),
        not_text=said("This is neither text nor a match file of a known program."),
        record_too_long=said(
            "There is more in this file than in any match: only the first %(games)s "
            "games and %(limit)s actions are read."
        ),
        too_many_findings=said("There is more wrong than the %(limit)s findings that are told."),
        format_unknown=said(
            "No match is found in this file: send a .mat, .sgf, .xg, .bgf or .json."
        ),
        position_only=said(
            "There are positions in this file, but no record of a match: export the match as "
            ".mat, .sgf or .xg."
        ),
        file_broken=said("The file is damaged (%(what)s): export the match once more."),
        names_missing=said("There is no line with the names and the score before this game."),
        no_games=said("There is no game in this file."),
        length_unreadable=said(
            "%(text)s is not a match length from 1 to 99: read as a money session."
        ),
        variant_unknown=said(
            "%(text)s is not a game that can be read: the plays are judged as those of backgammon."
        ),
        illegal_play=said("%(text)s with %(dice)s is illegal: %(why)s It is kept as played."),
        impossible_play=said(
            "%(text)s with %(dice)s cannot be put on the board: %(why)s The board is "
            "left as it was."
        ),
        play_unreadable=said("%(text)s is not a play: the board is left as it was."),
        play_missing=said(
            "Side %(side)s rolled %(dice)s and could have played, but there is no play: "
            "the board is left as it was."
        ),
        illegal_position=said("The play leads to a position that no legal play of %(dice)s makes."),
        out_of_turn=said(
            "Side %(side)s acts, but it is the other side's turn: a turn is missing or "
            "stands in the wrong column."
        ),
        opening_double=said("The game begins with a double: equal opening dice are thrown again."),
        dice_unreadable=said("%(text)s are no dice."),
        double_in_crawford=said("Side %(side)s doubles in the Crawford game."),
        cube_not_yours=said("Side %(side)s doubles, and the cube is its opponent's."),
        impossible_action=said("This cannot be done here: %(why)s"),
        score_impossible=said(
            "The score %(score)s cannot stand in a match to %(length)s: a game is "
            "recorded after the end."
        ),
        score_wrong=said(
            "The game begins at %(score)s, but %(expected)s follows from the games before."
        ),
        crawford_wrong=said("This is the Crawford game by the score, and is recorded as none."),
        crawford_extra=said("This is recorded as the Crawford game, and by the score it is none."),
        result_wrong=said(
            "The result says that side %(winner)s wins %(points)s, but the game says that "
            "side %(actual_winner)s wins %(actual)s."
        ),
        end_missing=said("The game has a result, and what happens in it does not lead to an end."),
        final_score_wrong=said(
            "The final score is given as %(score)s, and the games end at %(expected)s."
        ),
        sheet_score_differs=said(
            "The record ends this game at %(score)s, the score sheet says %(said)s."
        ),
        record_score_differs=said(
            "One record ends this game at %(score)s, another one at %(said)s."
        ),
        worth_differs=said(
            "By one record this game was worth %(kind)s × %(cube)s, the kind of win times the "
            "cube, by another %(said_kind)s × %(said_cube)s."
        ),
        games_differ=said("One record has %(games)s finished games, another one %(said)s."),
        lengths_differ=said(
            "This is a record of a match to %(length)s, and the match is to %(said)s."
        ),
        result_differs=said("The record ends at %(score)s, the result of the match is %(said)s."),
        winner_differs=said(
            "By the record side %(side)s won, by the result of the match side %(said)s."
        ),
        dice_not_committed=said("The dice do not follow from what was committed to: %(why)s"),
        json_unreadable=said("This is not a match record of version %(version)s: %(what)s."),
    ),
    **_kinds(
        Severity.WARNING,
        encoding_assumed=said(
            "The file does not say how it is encoded; it was read as %(value)s. Check the names."
        ),
        unreadable_characters=said("Some letters could not be read; save the file as UTF-8."),
        line_too_long=said("This line has more than %(limit)s characters and was cut."),
        rules_unreadable=said(
            "The rules in the head of the file cannot be: %(why)s They are left out."
        ),
        length_missing=said("The file does not say to how many points: read as a money session."),
        more_matches=said("Another match begins here: only the first one was read."),
        score_turned=said(
            "The score is written as %(score)s, and the other way round it follows from the games "
            "before: read so."
        ),
        columns_swapped=said(
            "The players stand in each other's columns in this game; each keeps his side."
        ),
        unknown_word=said("%(text)s is not understood, and was left out."),
        star_wrong=said("%(text)s: the stars do not agree with who is hit."),
        hit_not_written=said(
            "%(text)s: somebody is hit on the way, which is not written; read as %(read)s."
        ),
        play_ambiguous=said("%(text)s can be played in several ways; read as %(read)s."),
        play_odd=said(
            "%(text)s leads to a legal position in a way that cannot be played; read as %(read)s."
        ),
        forced_play_missing=said("The play of %(dice)s is not written; it can only be %(read)s."),
        cube_value=said("The double is written as %(written)s, and the cube goes to %(value)s."),
        take_missing=said(
            "Side %(side)s took the double without a word of it; play went on, so it was a take."
        ),
        drop_missing=said("Side %(side)s did not answer the double, and lost: it was a drop."),
        cube_ignored=said("There is no double to answer: the word was left out."),
        after_end=said("The game was over before this: it was left out."),
        winner_column=said(
            "The result stands in the column of side %(written)s, but side %(winner)s won."
        ),
        points_wrong=said("The game is won by %(points)s points, and the file says %(written)s."),
        points_uneven=said(
            "%(written)s points are no single, double or triple of the cube at %(cube)s: "
            "read as %(points)s."
        ),
        result_missing=said("Side %(winner)s has won %(points)s, and the game has no result."),
        result_inferred=said(
            "The game has no result: the next score gives side %(winner)s %(points)s."
        ),
        unfinished_game=said("The game has no end, and another one follows."),
        position_set=said("The board was set by hand here: what came before does not lead to it."),
        dice_unusual=said(
            "The dice of the match are unusual, though no proof of anything: %(why)s"
        ),
        dice_improbable=said("The dice of the match are hardly chance: %(why)s"),
    ),
    **_kinds(
        Severity.NOTE,
        starts_in_middle=said("The record begins at %(score)s, not at the start of the match."),
        not_finished=said("The match is not finished in this record."),
        last_roll_unplayed=said("The game stops after the roll %(dice)s, which was not played."),
        points_assumed=said(
            "The file does not say what the game was resigned for: read as %(points)s."
        ),
        no_roll=said("00 is written where nobody rolled."),
        roll_left_out=said("Side %(side)s, shut out, did not roll: 66 stands for it."),
        points_clipped=said(
            "Written are %(written)s points, those that the winner still needed; won "
            "are %(points)s."
        ),
        game_number=said("This game has the number %(written)s."),
        names_alike=said("Both players have the same name."),
        name_missing=said("Side %(side)s has no name."),
        name_changed=said("Side %(side)s is called %(name)s from here on."),
    ),
}


def name_findings(players: tuple[str, str], line: int = 0) -> list[Finding]:
    """What there is to say about the names of both sides, at the line that has them."""
    found = [
        finding("name_missing", line=line, side=side)
        for side, name in enumerate(players, start=1)
        if not name
    ]
    if players[0] == players[1] and players[0]:
        found.append(finding("names_alike", line=line))
    return found


def finding(code: str, *, line: int = 0, game: int = 0, move: int = 0, **detail: object) -> Finding:
    """The finding of that code, worded. Raises KeyError for a code that is not catalogued."""
    severity, template = CATALOGUE[code]
    return Finding(code, severity, template, detail, line, game, move)
