"""The frame of the command line: the options of ``noughts`` itself; every verb registers with `app`.

    @verb(("noughts solve nim", "who wins"))
    def solve(game: Annotated[str, Argument(help="A game.")]) -> ExitCode: ...

The module of a verb has its name, is listed in `noughts.cli.verbs`, and is imported when the verb is called.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Container
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, Final, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption

import noughts
from noughts.cli.verbs import VERBS
from noughts.refusal import Refusal, offer

_Function = TypeVar("_Function", bound=Callable[..., Any])

# The columns available to help text on a terminal of 80: Rich pads each side of a panel by one.
_ROOM = 78

# The modules of a verb that has verbs of its own, in the order of its help; another has one, with its name.
_MODULES: Final = {"automata": ("automata.change", "automata.synthesis", "automata.look")}


class Verbs(TyperGroup):
    """Verbs that let hints name only options of the verb that runs, and refuse options that are given twice.

    Their help loads quickly.
    """

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The called verb, as in Typer; hints can then name its options, and its help is flowing text."""
        name, called, rest = super().resolve_command(ctx, args)
        if called is not None:
            offer(options_of(called))
            if not ctx.resilient_parsing:  # the shell completes a line that is not whole yet
                refuse_second_values(called.context_class(called, ctx, name), rest)
            called.help = flowing(called.help or "")
        return name, called, rest

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Help as Typer draws it, without imports that it does not need."""
        load_help_page()
        super().format_help(ctx, formatter)


def flowing(help: str) -> str:
    """A text with each paragraph on one line, because Typer preserves the line ends of a docstring."""
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in help.split("\n\n"))


def refuse_second_values(ctx: Any, args: list[str]) -> None:
    """Refuse several values of an option that takes one: the last would silently replace the others."""
    _, _, given = ctx.command.make_parser(ctx).parse_args(list(args))
    for option, times in Counter(given).items():
        if times > 1 and isinstance(option, TyperOption) and not (option.multiple or option.is_flag):
            often = "twice" if times == 2 else f"{times} times"
            raise Refusal(f"`{option.opts[0]}` is given {often}", "give it once")


def options_of(verb: Any) -> list[str]:
    """The spellings of the options of a verb."""
    return [spelt for option in verb.params for spelt in (*option.opts, *option.secondary_opts)]


app = typer.Typer(
    name="noughts",
    cls=Verbs,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    invoke_without_command=True,
    subcommand_metavar="VERB ...",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit codes: 0 yes, 1 no (a test failed, a claim is false), 2 usage error or bad input.\n\n"
    "[bold]noughts VERB --help[/bold] explains a verb, with examples.",
)


@app.callback()
def noughts_itself(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
    largest: Annotated[
        int, typer.Option(metavar="MB", min=1, help="Read documents of up to so many megabytes.")
    ] = 16,
) -> None:
    """Write the rules of a game as mathematics: Noughts checks, plays, solves and proves them."""
    if version:
        print(f"noughts {noughts.__version__}")
        raise typer.Exit
    from noughts.text.document import MEGABYTE, allow_documents

    allow_documents(largest * MEGABYTE)
    if context.invoked_subcommand is None:
        print(context.get_help())


def verb(*shown: tuple[str, str], cls: type[TyperCommand] = TyperCommand) -> Callable[[_Function], _Function]:
    """Register a function as the verb with the name of its module; its help ends with examples."""

    def registered(function: _Function) -> _Function:
        name = function.__module__.rpartition(".")[2]
        section = VERBS[name].section
        return app.command(name, cls=cls, rich_help_panel=section, epilog=examples(*shown))(function)

    return registered


def app_with(called: Container[str], *, listed: bool = False) -> typer.Typer:
    """The app with the called verbs, and if all are to be `listed`, with the names of the others.

    Importing the module of a verb registers it.
    """
    for name, (section, summary) in VERBS.items():
        if name in called:
            for module in _MODULES.get(name, (name,)):
                import_module(f"noughts.cli.{module}")
        elif listed:  # for help, completion and suggestions: it is not called
            app.command(name, help=summary, rich_help_panel=section)(lambda: None)
    return app


def examples(*shown: tuple[str, str]) -> str:
    """The examples at the end of a verb's help: command lines, each with its purpose.

    The purposes form a second column if every line fits into `_ROOM`; otherwise each has a line of its own.
    """
    width = max(len(command) for command, _ in shown)
    beside = all(len(f"  {'':{width}}  {purpose}") <= _ROOM for _, purpose in shown)
    rows = ((as_it_is(f"{command:{width}}"), as_it_is(purpose)) for command, purpose in shown)
    between = "  " if beside else "\n      "
    lines = (f"[bold cyan]  {command}[/bold cyan]{between}{purpose}" for command, purpose in rows)
    return "\n".join(["[bold]Examples[/bold]", *lines])


def as_it_is(text: str) -> str:
    """The text with its square brackets escaped, so that Rich does not read them as markup."""
    return text.replace("[", "\\[")


# The modules that draw the help, without the imports that it never needs.


# The imports of Typer's help from Rich that our help does not use: its markup is Rich's own, and its
# tracebacks are switched off.
_UNUSED: Final = {"rich.markdown": "Markdown", "rich.traceback": "Traceback"}


def load_help_page() -> None:
    """Import ``typer.rich_utils`` with empty classes in place of the `_UNUSED` ones.

    The real ones bring a parser of Markdown and a highlighter of Python, a hundred modules: a fifth of the
    time that ``noughts --help`` takes.  Later imports get the real ones.
    """
    if "typer.rich_utils" in sys.modules:
        return
    put = {name: stand_in(name, unused) for name, unused in _UNUSED.items() if name not in sys.modules}
    sys.modules.update(put)
    try:
        import typer.rich_utils  # noqa: F401
    finally:
        for name in put:
            del sys.modules[name]


def stand_in(name: str, unused: str) -> ModuleType:
    """A module with one class that is never used."""
    module = ModuleType(name)
    setattr(module, unused, type(unused, (), {}))
    return module
