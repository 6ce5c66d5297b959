"""Playthroughs that ship to the gallery: a page of pictures, each with a page that replays its game."""

from __future__ import annotations

from pathlib import Path

from rulewright.cli.playthroughs.scripts import main_file_of, open_file
from rulewright.cli.replays.chapters import ReplayChapter, chapters
from rulewright.cli.replays.frames import film
from rulewright.cli.replays.page import replay_page
from rulewright.cli.shared.games.looks import look_beside
from rulewright.pictures.look.syntax import Look
from rulewright.pictures.painting.painter import picture

GAMES = Path(__file__).parents[2] / "games"
# The playthrough of each game, and what it shows.
SHOWN = {
    "tutorial/playthroughs/tic_tac_toe_wins.play": "three in a row",
    "tutorial/playthroughs/connect_four_lines.play": "four in a line, in every direction",
    "tutorial/playthroughs/breakthrough_moves.play": "how pawns move and capture",
    "tutorial/playthroughs/race_finish.play": "a track, two shortcuts and a finish",
    "tutorial/playthroughs/goofspiel_three_cards.play": "bids made in secret",
    "carolus_magnus/playthroughs/game_ten_castles.play": "a whole game for two players",
    "carolus_magnus/playthroughs/figure_3_4_merging.play": "territories that merge",
    "lancaster/playthroughs/game_two_players.play": "a whole game for two players",
    "emperor_4/playthroughs/exploring.play": "turning up tokens",
    "gallery/playthroughs/chess_mates.play": "mates, and what a check forbids",
    "gallery/playthroughs/draughts_captures.play": "captures of several jumps",
    "gallery/playthroughs/go.play": "captures and superko",
    "gallery/playthroughs/backgammon.play": "both dice if possible",
    "gallery/playthroughs/hearts_tricks.play": "tricks",
    "gallery/playthroughs/dots_and_boxes.play": "lines and boxes",
}
HEAD = """# Gallery

Games that ship, each as a page that replays it. `rulewright replay FILE --output game.html` makes such a page of any
playthrough.
"""


def gallery() -> dict[str, str]:
    """Return the files of the gallery by their paths: the page, its pictures and its replays."""
    out, entries = {}, [HEAD]
    for place, shows in SHOWN.items():
        path = GAMES / place
        playthrough, rules = open_file(path)
        look, parts = look_beside(main_file_of(playthrough)), chapters(playthrough, rules)
        out[f"gallery/{path.stem}.html"] = replay_page(film(parts, playthrough.text, None, look, "en"), "en", path.name)
        out[f"gallery/{path.stem}.svg"] = _last(parts, look)
        shown = f"[![The last position]({_file(path, 'svg')})]({_file(path, 'html')})"
        entries.append(f"## {rules.program.title}: {shows}\n\n{shown}\n\n[Replay the game]({_file(path, 'html')})\n")
    return {"gallery.md": "\n".join(entries), **out}


def _file(path: Path, ending: str) -> str:
    return f"gallery/{path.stem}.{ending}"


def _last(parts: tuple[ReplayChapter, ...], look: Look) -> str:
    """The last position of the longest part."""
    longest = max(parts, key=lambda part: len(part.steps))
    return picture(longest.steps[-1].state if longest.steps else longest.start, None, None, look)
