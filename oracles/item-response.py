"""girth's item response models of simulated answers. Prints golden JSON, or compares 50 tables with --tables N.

    .oracles/girth/bin/python oracles/item-response.py > test/golden/item-response.json
"""

import argparse
import json
from importlib.metadata import version

import girth
import numpy as np

parser = argparse.ArgumentParser()
parser.add_argument("--tables", type=int, default=6)
parser.add_argument("--seed", type=int, default=5)
arguments = parser.parse_args()

random = np.random.default_rng(arguments.seed)
tables = []
for number in range(arguments.tables):
    systems, items = [(100, 15), (200, 20), (400, 10)][number % 3]
    ability = random.normal(size=systems)
    difficulty = random.normal(size=items)
    discrimination = np.full(items, 1.3) if number % 2 == 0 else random.uniform(0.6, 2.2, items)
    chance = 1 / (1 + np.exp(-discrimination[:, None] * (ability[None] - difficulty[:, None])))
    answers = (random.random((items, systems)) < chance).astype(int)
    one = girth.onepl_mml(answers)
    two = girth.twopl_mml(answers, {"max_iteration": 200})
    tables.append(
        {
            "answers": ["".join(map(str, row)) for row in answers.T.tolist()],
            "1pl": {"difficulty": np.ravel(one["Difficulty"]).tolist(), "discrimination": float(np.ravel(one["Discrimination"])[0])},
            "2pl": {"difficulty": two["Difficulty"].tolist(), "discrimination": two["Discrimination"].tolist()},
        }
    )

print(
    json.dumps(
        {
            "oracle": "girth",
            "version": version("girth"),
            "command": "oracles/item-response.py",
            "tolerance": "correlation of parameters at least 0.999: girth's difficulties are those that give the observed shares, ours are at the maximum of the likelihood",
            "tables": tables,
        }
    )
)
