"""The alternative annotator test by its published definition, with scipy's t-test and statsmodels' Benjamini-Yekutieli correction.

Prints test/golden/alternative-annotator.json: 30 random tables. There is no package of the authors: this follows section 3 of the paper.
"""
import json

import numpy as np
from scipy.stats import ttest_1samp
from statsmodels.stats.multitest import multipletests


def agreement(label, others, numbers):
    if numbers:
        return -np.sqrt(np.mean([(label - other) ** 2 for other in others]))
    return np.mean([label == other for other in others])


def answer(people, judge, numbers, epsilon):
    annotators, advantages, ps = sorted({name for labels in people.values() for name in labels}), [], []
    tested = []
    for annotator in annotators:
        wins, losses = [], []
        for item, labels in people.items():
            if annotator not in labels or len(labels) < 2 or item not in judge:
                continue
            others = [label for name, label in labels.items() if name != annotator]
            of_judge, of_person = agreement(judge[item], others, numbers), agreement(labels[annotator], others, numbers)
            wins.append(int(of_judge >= of_person))
            losses.append(int(of_person >= of_judge))
        if len(wins) < 30:
            continue
        tested.append(annotator)
        advantages.append(np.mean(wins))
        ps.append(ttest_1samp(np.array(losses) - np.array(wins), epsilon, alternative="less").pvalue)
    rejected = multipletests(ps, alpha=0.05, method="fdr_by")[0]
    return {"winningRate": float(np.mean(rejected)), "advantage": float(np.mean(advantages)), "p": dict(zip(tested, map(float, ps)))}


tables = []
for seed in range(30):
    random = np.random.default_rng(seed)
    items, annotators, values = int(random.integers(35, 80)), int(random.integers(2, 7)), int(random.integers(2, 6))
    noise, noise_of_judge, gaps = random.uniform(0, 0.6), random.uniform(0, 0.8), random.uniform(0, 0.3)
    truth = random.integers(0, values, items)
    label = lambda i, n: int(random.integers(0, values) if random.random() < n else truth[i])
    people = {f"i{i}": {f"p{a}": label(i, noise) for a in range(annotators) if random.random() >= gaps} for i in range(items)}
    judge = {f"i{i}": label(i, noise_of_judge) for i in range(items)}
    numbers = seed % 2 == 0
    if not numbers:
        people = {item: {name: f"l{value}" for name, value in labels.items()} for item, labels in people.items()}
        judge = {item: f"l{value}" for item, value in judge.items()}
    epsilon = [0.1, 0.15, 0.2][seed % 3]
    try:
        expected = answer(people, judge, numbers, epsilon)
    except ValueError:
        continue
    tables.append({"people": people, "judge": judge, "epsilon": epsilon, "expected": expected})
golden = {"oracle": "scipy and statsmodels", "version": "1.17.1, 0.15.0", "command": "python oracles/alternative-annotator.py > test/golden/alternative-annotator.json", "tolerance": 1e-9}
print(json.dumps({**golden, "tables": tables}))
