"""Self-BLEU by NLTK (BLEU-4, smoothing method 1, all other outputs as references) on sentences of our own.

    oracles/setup.sh
    .oracles/venv/bin/python oracles/diversity.py > test/golden/diversity.json
"""
import json
import random
from importlib.metadata import version

from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu

random.seed(17)
SUBJECTS = ["a man", "the old woman", "two kids", "a dog", "someone"]
VERBS = ["runs", "is walking slowly", "plays", "sits", "jumps and jumps"]
PLACES = ["in the park", "on the beach near the sea", "at home", "in the snow in the park", ""]
outputs = [f"{random.choice(SUBJECTS)} {random.choice(VERBS)} {random.choice(PLACES)}".split() for _ in range(25)]
outputs += [["hello"], ["the", "the", "the", "the", "the"], ["a", "man", "runs", "in", "the", "park"]] + [["unheard", "of", "words", "only"]]
smooth = SmoothingFunction().method1
scores = [sentence_bleu(outputs[:i] + outputs[i + 1:], own, smoothing_function=smooth) for i, own in enumerate(outputs)]
print(json.dumps({
    "oracle": "nltk",
    "version": f"nltk {version('nltk')}",
    "command": "python oracles/diversity.py > test/golden/diversity.json",
    "tolerance": 1e-9,
    "outputs": outputs,
    "selfBleu": scores,
}))
