"""A small agent learns a shipped game against random play, by policy gradients (REINFORCE, Williams 1992) in plain NumPy.

    python docs/train.py [GAME] [--steps N]

It prints how often the agent wins as it learns, and what that cost.
"""

from __future__ import annotations

import argparse
import resource
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rulewright.adapters.gymnasium import SeatVectorEnv

Array = NDArray[Any]
GAMES, HIDDEN, RATE = 256, 64, 0.02


class Net:
    """A policy with one hidden layer: observations and masks -> the chance of each action; shapes (rows, n)."""

    def __init__(self, inputs: int, outputs: int, rng: np.random.Generator) -> None:
        self.rng = rng
        self.weights = [rng.normal(0, inputs ** -0.5, (inputs, HIDDEN)), np.zeros((HIDDEN, outputs))]

    def chances(self, seen: Array, masks: Array) -> tuple[Array, Array]:
        """Return what the hidden layer holds, and the chance of each legal action."""
        hidden = np.tanh(seen @ self.weights[0])
        logits = np.where(masks > 0, hidden @ self.weights[1], -np.inf)
        raised = np.exp(logits - logits.max(axis=1, keepdims=True))
        return hidden, raised / raised.sum(axis=1, keepdims=True)

    def choose(self, seen: Array, masks: Array) -> Array:
        """An action for each row, drawn by its chance."""
        _, chances = self.chances(seen, masks)
        return np.asarray((chances.cumsum(axis=1) > self.rng.random((len(seen), 1))).argmax(axis=1))

    def learn(self, seen: Array, masks: Array, actions: Array, worth: Array) -> None:
        """Make actions likelier by what they were worth."""
        hidden, chances = self.chances(seen, masks)
        error = -chances * worth[:, None]
        error[np.arange(len(actions)), actions] += worth
        back = error @ self.weights[1].T * (1 - hidden**2)
        self.weights[1] += RATE * hidden.T @ error / len(actions) * 16
        self.weights[0] += RATE * seen.T @ back / len(actions) * 16


def train(game: str, steps: int, seed: int = 1) -> list[float]:
    """Let an agent learn for some steps of GAMES games, and return its mean result in each tenth of them, from -1 to 1."""
    env = SeatVectorEnv(game, GAMES)
    net = Net(env.observations.n, env.actions.n, np.random.default_rng(seed))
    seen, _ = env.reset(seed=seed)
    begun: list[list[tuple[Array, Array, int]]] = [[] for _ in range(GAMES)]
    finished: list[tuple[Array, Array, int, float]] = []
    results: list[float] = []
    tenths: list[float] = []
    for step in range(1, steps + 1):
        can_act = np.asarray(seen["action_mask"]).any(axis=1)
        masks = np.where(can_act[:, None], seen["action_mask"], 1)
        actions = net.choose(seen["observation"], masks)
        for lane in np.flatnonzero(can_act):
            begun[lane].append((seen["observation"][lane], masks[lane], int(actions[lane])))
        seen, rewards, terminated, _, _ = env.step(actions)
        for lane in np.flatnonzero(terminated):
            finished += [(*made, float(rewards[lane])) for made in begun[lane]]
            begun[lane] = []
            results.append(float(rewards[lane]))
        if len(finished) > 1024:
            observed, masked, chosen, worth = (np.array(column) for column in zip(*finished, strict=True))
            net.learn(observed, masked, chosen, worth - worth.mean())
            finished = []
        if step % max(1, steps // 10) == 0:
            tenths.append(float(np.mean(results)) if results else 0.0)
            results = []
    return tenths


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("game", nargs="?", default="tic_tac_toe")
    parser.add_argument("--steps", type=int, default=2000)
    asked = parser.parse_args()
    for tenth, result in enumerate(train(asked.game, asked.steps), 1):
        print(f"{10 * tenth:3} %  mean result {result:+.2f}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_utime:.1f} s of CPU, {asked.steps * GAMES:,} choices of the agent")
