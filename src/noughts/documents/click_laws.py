"""Laws of clicks and images, asked of a match at random: what is shown, and what clicks on it do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, combinations, islice, product, starmap
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from noughts.documents.by_clicks import Click, GameByClicks, place_to_click
from noughts.documents.by_rules import PicturedByRules
from noughts.documents.clicks import MOUSE
from noughts.documents.documented import as_value
from noughts.easel import HEIGHT, WIDTH, Color, Graphic, Image, Input, Segment, Text
from noughts.easel.svg import box_of
from noughts.games.game import Position, Side
from noughts.games.picture import Area
from noughts.language import core as c
from noughts.language.dependence import reached
from noughts.meaning.frame import frame_of
from noughts.meaning.run_error import state_text
from noughts.text.diagnostic import Diagnostic, Note
from noughts.values.scalars import Opaque
from noughts.values.sets import FiniteSet, union_of
from noughts.values.show import written_out
from noughts.values.value import Number, Value

_CODE = "N505"

# Positions that are asked: each costs as many evaluations as there are places to click.
_MOST = 5


# Pixels all over the screen, so close that a word or a button has one of them.
_COLUMNS, _ROWS = range(0, WIDTH, 20), range(0, HEIGHT, 20)


Clicked: TypeAlias = GameByClicks | PicturedByRules
"""A game in which clicks make moves."""

Places: TypeAlias = Sequence[tuple[Value, tuple[Area, ...]]]
"""Each state that a click leads to, and where."""


def broken_click_laws(game: Clicked, is_enough: Callable[[], bool]) -> Iterator[Diagnostic]:
    """The notes on images, on the first law that a match at random breaks, and on conditions that no click
    meets."""
    yield from wrong_images(game)
    dice, position = Random(1), game.initial
    changing = dict[Click, None]()
    shown, named = game.images(position), list[tuple[Side, Side]]()
    for _ in range(_MOST):
        places = clicked_places(game, position)
        changing |= dict.fromkeys(place_to_click(areas) for _, areas in places)
        for law in _CLICK_LAWS:
            if (problem := law(game, position, places)) is not None:
                yield in_position(problem, game, position)
                return
        if problem := unseen(game, shown):
            yield problem
            return
        if is_enough() or game.outcome(position) is not None:
            break
        before, mover = shown, game.to_move(position)
        position = game.after(position, dice.choice(game.moves(position)))
        named += [(mover, side) for side in named_in(shown, game.sides)]
        shown = game.images(position)
        if problem := drawn_elsewhere(game, before, shown, dict(places).get(as_value(position), ())):
            yield problem
            return
    yield from names_other(game, named)
    yield from unmet_conditions(game, position, changing)


def in_position(problem: Diagnostic, game: Clicked, position: Position) -> Diagnostic:
    """A note with the position that it is about."""
    return replace(problem, notes=(Note(f"with {state_text(game.program, as_value(position))}"),))


def clicks_after_end(game: Clicked, ends: Iterable[Position]) -> Iterator[Diagnostic]:
    """The first of the ends of some matches at which a click changes the state and is no restart."""
    for position in islice(ends, _MOST):
        if problem := goes_on_after_end(game, position, clicked_places(game, position)):
            yield in_position(problem, game, position)
            return


def named_in(shown: Iterable[Image], sides: Collection[Side]) -> Iterator[Side]:
    """The side in each text that names one, such as `Red to move`."""
    for image in shown:
        if isinstance(image, Text):
            words = image.content.lower().split()
            found = [side for side in sides if side.lower() in words]
            yield from found if len(found) == 1 else ()


def names_other(game: Clicked, named: Sequence[tuple[Side, Side]]) -> Iterator[Diagnostic]:
    """Where there is a text with the name of a side, that side is never to move, whichever it is."""
    if len({mover for mover, _ in named}) > 1 and all(mover != side for mover, side in named):
        mover, side = named[0]
        fact = f"the screen names `{side}` where `{mover}` is to move, and the other way round"
        head = game.program.definitions["images"].head
        yield Diagnostic(_CODE, fact, head, "write the text for the side to move")


def unmet_conditions(game: Clicked, position: Position, changing: Iterable[Click]) -> Iterator[Diagnostic]:
    """A sentence without parameters that `newState` uses asks for the mouse alone, and no click meets it.

    Clicks that change a state meet most such sentences, so they are tried first.
    """
    used = reached(game.program.definitions, ("newState",))
    asking = [each for each in used if each.is_constant and each.given and each.given <= MOUSE]
    for definition in asking:
        if definition.relation or all(game.program.is_sentence(each.term) for each in definition.clauses):
            clicks = chain(changing, starmap(Click, product(_COLUMNS, _ROWS)))
            inputs = (Input(clicked=True, x=click.x, y=click.y) for click in clicks)
            frames = (frame_of(as_value(position), given) for given in inputs)
            if not any(game.ask(partial(game.meaning.holds, definition.name, frame=each)) for each in frames):
                fact = f"`{definition.name}` holds for no click on the screen"
                yield Diagnostic(_CODE, fact, definition.head, "compare the mouse with other numbers")


def wrong_images(game: Clicked) -> Iterator[Diagnostic]:
    """A constant set of images writes one of them twice, or has a segment of no length."""
    for definition in reached(game.program.definitions, ("images",)):
        match definition.only_term:
            case c.Operation(builtin, (_, *_) as written, span=span) if builtin.key == "{}":
                pass
            case _:
                continue
        if definition.is_constant and not definition.reads_frame:
            images = game.value(definition.name, at=game.initial)
            assert isinstance(images, FiniteSet)
            if any(isinstance(each, Segment) and each.start == each.end for each in images):
                fact = "one of these segments begins where it ends, so nothing is drawn"
                yield Diagnostic(_CODE, fact, span, "write two different points")
            elif images.size < len(written) and all(isinstance(each, Opaque) for each in images):
                fact = f"two of these {len(written)} images are the same"
                yield Diagnostic(_CODE, fact, span, "write what was meant for one of them")


def clicked_places(game: Clicked, position: Position) -> Places:
    """The states that clicks lead to, without the one in which they are made."""
    clicks, state = game.clicks, as_value(position)
    if clicks is None:
        return ()
    found = game.ask(lambda: clicks.successors(state))
    return [(after, areas) for after, areas in found.items() if after != state]


def note(game: Clicked, fact: str, help: str) -> Diagnostic:
    """A note on the effect of clicks."""
    return Diagnostic(_CODE, fact, game.program.definitions["newState"].head, help)


def changes_alone(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """Without a click, the state changes."""
    if game.next_state(position, Input()) == position:
        return None
    return note(
        game, "the state changes without a click", "let `newState` be `currentState` unless there is one"
    )


def changes_by_hovering(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """The mouse makes a move without a click."""
    for _, areas in places:
        pixel = place_to_click(areas)
        if game.next_state(position, Input(x=pixel.x, y=pixel.y)) != position:
            fact = f"the mouse at ({pixel.x}, {pixel.y}) changes the state without a click"
            return note(game, fact, "let `newState` ask for `mouseClicked`")
    return None


def unreachable(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """Some legal moves are made by clicks, and one by none."""
    if not isinstance(game, PicturedByRules):
        return None
    reached = {after for after, _ in places}
    lost = [move for move in game.moves(position) if game.after(position, move) not in reached]
    if not lost or len(lost) == len(game.moves(position)):
        return None
    fact = f"no click on the screen makes the legal move {game.move_text(position, lost[0])}"
    help = f"give each move a place on the screen, which is {WIDTH} pixels wide and {HEIGHT} high"
    return note(game, fact, help)


def goes_on_after_end(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """A click changes the state although the match is over, and it is no restart."""
    if not game.is_over(position) or all(after == game.initial for after, _ in places):
        return None
    return note(
        game, "a click changes the state although `gameOver` holds", "let `newState` ask for `~gameOver`"
    )


def unseen(game: Clicked, shown: Sequence[Image]) -> Diagnostic | None:
    """An image cannot be seen: it lies outside the screen, has no size, or is white where all is white."""
    for image in shown:
        left, bottom, right, top = box = box_of(image)
        if left >= right and bottom >= top:
            fact = "has no size"
        elif right < 0 or left > WIDTH or top < 0 or bottom > HEIGHT:
            fact = f"lies outside the screen, which is {WIDTH} pixels wide and {HEIGHT} high"
        elif is_white(image) and not any(overlap(box, box_of(each)) for each in shown if not is_white(each)):
            fact = "is white, as all around it"
        else:
            continue
        head = game.program.definitions["images"].head
        help = "draw it where it is seen, in a size and a colour that are"
        return Diagnostic(_CODE, f"`{written_out(image)}` cannot be seen: it {fact}", head, help)
    return None


def is_white(image: Image) -> bool:
    """Whether an image has the colour of the screen."""
    return not isinstance(image, Graphic) and image.color == Color(255, 255, 255)


def drawn_elsewhere(
    game: Clicked, before: Sequence[Image], after: Sequence[Image], areas: Sequence[Area]
) -> Diagnostic | None:
    """What a click draws, or takes from the screen, lies outside the areas where it is made, and so do the
    images that stay, such as the word on a button.

    A quarter of the screen or more is a direction, and not a place.
    """
    if not areas or 4 * sum(map(pixels_in, areas)) >= WIDTH * HEIGHT:
        return None
    shown, drawn = dict.fromkeys(before), dict.fromkeys(after)
    seen = {image for image in shown if not isinstance(image, Segment)} | (shown.keys() ^ drawn.keys())
    clicked = [(area.left, area.bottom, area.right, area.top) for area in areas]
    if any(overlap(box_of(image), area) for image in seen for area in clicked):
        return None
    pixel = place_to_click(areas)
    boxes = [box_of(image) for image in drawn if image not in shown]
    middles = [((left + right) // 2, (bottom + top) // 2) for left, bottom, right, top in boxes]
    nearest = min(middles, key=lambda at: abs(at[0] - pixel.x) + abs(at[1] - pixel.y), default=None)
    fact = f"a click at ({pixel.x}, {pixel.y}) changes the state, but nothing that is drawn there"
    if nearest is not None:
        fact += f"; what is drawn lies at ({nearest[0]}, {nearest[1]})"
    help = "let the images lie where the mouse is asked for"
    return Diagnostic(_CODE, fact, game.program.definitions["images"].head, help)


def pixels_in(area: Area) -> int:
    """The number of pixels in an area."""
    return (area.right - area.left + 1) * (area.top - area.bottom + 1)


def overlap(one: Sequence[Number], two: Sequence[Number]) -> bool:
    """Whether two rectangles, each by its left, lower, right and upper edge, have a point in common."""
    return one[0] <= two[2] and two[0] <= one[2] and one[1] <= two[3] and two[1] <= one[3]


def two_at_once(game: Clicked, position: Position, places: Places) -> Diagnostic | None:
    """One click makes two moves, each of which others make alone: the areas of both overlap."""
    states: dict[Value, tuple[Area, ...]] = dict(places)
    for one, two in combinations([after for after in states if isinstance(after, FiniteSet)], 2):
        both = union_of(one, two)
        if both in states and both not in (one, two):
            pixel = place_to_click(states[both])
            return note(
                game, f"a click at ({pixel.x}, {pixel.y}) makes two moves", "let their areas not overlap"
            )
    return None


_CLICK_LAWS = (
    changes_alone,
    changes_by_hovering,
    unreachable,
    two_at_once,
)
