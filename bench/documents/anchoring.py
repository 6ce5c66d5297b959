"""The weights of the evidence by which clauses find their sentences, fitted to printed rulebooks.

    python bench/documents/anchoring.py [--rulebooks FOLDER]

It needs numpy and scipy besides. Printed is, for each document that has a lock, how many of its clauses find one of
their sentences as the first and among the first four: with the weights of the code, with weights that were fitted to the
documents of the other games alone, and with weights fitted to all; then these last, as they stand in `scores.py` and
`context.py`. The measure is the likelihood of the sentences that a person gave to the clauses; weights are kept small, by
a penalty on their squares.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from attrs import frozen
from locked import ROOT, jobs
from numpy.typing import NDArray

from rulewright.cli.documents.document import Job
from rulewright.translation.alignment import context, scores
from rulewright.translation.alignment.align import MOST, ROUNDS
from rulewright.translation.alignment.context import ContextFeatures
from rulewright.translation.alignment.scores import DocumentView, parts
from rulewright.translation.alignment.targets import targets

# What only the lock of another document tells is not fitted.
PLAIN = tuple(name for name in scores.WEIGHTS if name != "precedent")
KIN = tuple(context.WEIGHTS)
PENALTY = 0.03
# The weights and what clauses tell each other of depend on one another; this is the number of rounds.
TIMES = 5
Array = NDArray[np.float64]


@frozen(eq=False)
class Case:
    """A document: the evidence of each clause for each sentence by kind, and which sentences a person gave to it."""

    name: str
    game: str
    plain: Array
    context: ContextFeatures
    true: NDArray[np.bool_]

    def shares(self, weights: Array, rounds: int) -> Array:
        """How probable each clause thinks each sentence after N rounds of help."""
        known = len(PLAIN)
        rows = _shares(self.plain @ weights[:known])
        for _ in range(rounds):
            rows = _shares(self.plain @ weights[:known] + self.helps(rows) @ weights[known:])
        return rows

    def helps(self, rows: Array) -> Array:
        """What the other clauses tell each clause."""
        return _stacked(list(self.context.helps(rows.tolist(), range(len(rows))).values()), KIN, rows.shape[1])


def case(job: Job) -> Case:
    """The evidence of one document."""
    found = job.text.document
    aims = targets(job.rulebook.facts, found.reader, job.text.vocabulary.wording)
    view = DocumentView(found.sentences, found.evidence, found.examples)
    plain = _stacked([view.plain | dict(part) for part in parts(aims, view)], PLAIN, len(found.sentences))
    true = np.zeros(plain.shape[:2], dtype=bool)
    for place, aim in enumerate(aims):
        if job.alignment.aligned.is_locked(aim.id):
            true[place, list(job.alignment.aligned.anchors[aim.id].sentences)] = True
    return Case(job.text.path.name, job.rulebook.facts.name, plain, ContextFeatures(aims), true)


def _stacked(rows: Sequence[Mapping[str, Sequence[float]]], names: Sequence[str], size: int) -> Array:
    nothing = [0.0] * size
    return np.array([[row.get(name, nothing) for name in names] for row in rows]).transpose(0, 2, 1)


def _shares(rows: Array) -> Array:
    values: Array = np.exp(rows - rows.max(axis=1, keepdims=True))
    shares: Array = values / values.sum(axis=1, keepdims=True)
    return shares


def fitted(cases: Sequence[Case]) -> Array:
    """The weights by which the sentences that a person gave to the clauses are likeliest."""
    weights = np.array([*(scores.WEIGHTS[name] for name in PLAIN), *(context.WEIGHTS[name] for name in KIN)])
    for _ in range(TIMES):
        rows = []
        for item in cases:
            stated = item.true.any(axis=1)
            told = item.helps(item.shares(weights, ROUNDS - 1))
            rows.append((np.concatenate([item.plain, told], axis=2)[stated], item.true[stated]))
        weights = _likeliest(rows, weights)
    return weights


def _likeliest(rows: Sequence[tuple[Array, NDArray[np.bool_]]], start: Array) -> Array:
    # Imported here, because it takes longer than all the others together.
    from scipy.optimize import minimize

    # Only differences between sentences count, so they are the scale of each kind of evidence.
    scale = np.sqrt(np.mean([values.var(axis=1).mean(axis=0) for values, _ in rows], axis=0)) + 1e-6
    count = sum(len(values) for values, _ in rows)

    def loss(scaled: Array) -> tuple[float, Array]:
        total, slope = 0.0, np.zeros(len(scaled))
        for values, true in rows:
            shares = _shares((values / scale) @ scaled)
            right = (shares * true).sum(axis=1, keepdims=True) + 1e-12
            total -= float(np.log(right).sum())
            slope += np.einsum("cs,csk->k", shares - shares * true / right, values / scale)
        return total / count + PENALTY / 2 * float(scaled @ scaled), slope / count + PENALTY * scaled

    best: Array = minimize(loss, start * scale, jac=True, method="L-BFGS-B").x / scale
    return best


def hits(item: Case, weights: Array) -> str:
    """How many clauses have a right sentence as the first, and among the first."""
    shares = item.shares(weights, ROUNDS)
    stated = np.flatnonzero(item.true.any(axis=1))
    order = np.argsort(-shares[stated], axis=1, kind="stable")[:, :MOST]
    right = np.take_along_axis(item.true[stated], order, axis=1)
    return f"{right[:, 0].mean():.3f} / {right.any(axis=1).mean():.3f}"


def main() -> None:
    """Fit and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rulebooks", type=Path, default=ROOT.parent / "shared" / "rulebooks")
    cases = [case(job) for job in jobs(parser.parse_args().rulebooks)]
    now = np.array([*(scores.WEIGHTS[name] for name in PLAIN), *(context.WEIGHTS[name] for name in KIN)])
    apart = {game: fitted([item for item in cases if item.game != game]) for game in dict.fromkeys(item.game for item in cases)}
    all_ = fitted(cases)
    print("| | with the weights of the code | fitted to the other games | fitted to all |\n|---|---|---|---|")
    for item in cases:
        print(f"| {item.name} | {hits(item, now)} | {hits(item, apart[item.game])} | {hits(item, all_)} |")
    print({name: round(float(weight), 2) for name, weight in zip((*PLAIN, *KIN), all_, strict=True)})


if __name__ == "__main__":
    main()
