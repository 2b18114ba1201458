"""Bradley-Terry strengths by choix, annotators' competence by crowd-kit, on random data.

    python3 -m venv /tmp/comparisons && /tmp/comparisons/bin/pip install choix==0.4.1 crowd-kit==1.4.2
    /tmp/comparisons/bin/python oracles/comparisons.py > test/golden/comparisons.json

A tie is a win for each side, and every other duel counts twice: the same as half wins.
"""
import json
import warnings
from importlib.metadata import version

import choix
import numpy as np
import pandas as pd
from crowdkit.aggregation import DawidSkene

warnings.filterwarnings("ignore")
rng = np.random.default_rng(17)


def duels(systems, count, spread, ties):
    strengths = rng.normal(0, spread, systems)
    rows = []
    for _ in range(count):
        a, b = (int(i) for i in rng.choice(systems, 2, replace=False))
        odds = 1 / (1 + np.exp(strengths[b] - strengths[a]))
        won = 0.5 if rng.random() < ties else float(rng.random() < odds)
        rows.append([a, b, won])
    return rows


def bradley_terry(rows, systems):
    wins = []
    for a, b, won in rows:
        wins += [(a, b)] * round(2 * won) + [(b, a)] * round(2 * (1 - won))
    found = choix.ilsr_pairwise(systems, wins, max_iter=1000, tol=1e-13)
    return [float(x) for x in found - np.mean(found)]


def labels(items, workers, each, kinds):
    truth = rng.integers(0, kinds, items)
    skill = rng.uniform(0.35, 0.95, workers)
    rows = []
    for item in range(items):
        for worker in rng.choice(workers, each, replace=False):
            right = rng.random() < skill[worker]
            label = truth[item] if right else rng.integers(0, kinds)
            rows.append([f"i{item:03d}", f"w{worker}", f"l{label}"])
    return rows


def competence(rows):
    frame = pd.DataFrame(rows, columns=["task", "worker", "label"])
    skene = DawidSkene(n_iter=20, tol=-1e9)  # twenty rounds, whatever they change
    skene.fit(frame)
    probabilities = skene.probas_.sort_index()
    errors = skene.errors_
    return {
        "labels": rows,
        "dawidSkene": {
            "probabilities": {task: {k: float(v) for k, v in row.items()} for task, row in probabilities.iterrows()},
            "priors": {k: float(v) for k, v in skene.priors_.items()},
            # By worker, then the label that was given, then the true one.
            "errors": {
                worker: {given: {k: float(v) for k, v in errors.loc[(worker, given)].items()} for given in errors.loc[worker].index}
                for worker in sorted(frame.worker.unique())
            },
        },
    }


cases = []
for systems, count, spread, ties in [(2, 40, 0.5, 0.0), (3, 90, 1.0, 0.1), (6, 400, 1.0, 0.2), (6, 300, 0.3, 0.0)]:
    rows = duels(systems, count, spread, ties)
    cases.append({"systems": systems, "duels": rows, "strengths": bradley_terry(rows, systems)})

print(json.dumps({
    "oracle": "choix ilsr_pairwise; crowd-kit DawidSkene",
    "version": f"choix {version('choix')}, crowd-kit {version('crowd-kit')}",
    "command": "python oracles/comparisons.py > test/golden/comparisons.json",
    "tolerance": 1e-6,
    "bradleyTerry": cases,
    "competence": [competence(labels(*shape)) for shape in [(60, 6, 3, 2), (80, 8, 4, 3), (40, 5, 5, 4)]],
}))
