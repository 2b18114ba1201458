"""Scores of a list of texts, from Python: calls sensebench and reads its JSON. Needs Node and no Python package.

    python recipes/score_from_python.py references.txt system.txt rougeL meteor

Exit codes of sensebench: 0 fine, 2 wrong input or set-up (one line on standard error says what).
"""
import json
import subprocess
import sys

SENSEBENCH = ["npx", "sensebench"]


def score(references, predictions, metrics, command=SENSEBENCH):
    """The result of `score text --json`: {"corpus": {…}, "perItem": […], "signatures": {…}}. Files, not texts, are passed."""
    words = [*command, "score", "text", "--references", references, "--predictions", predictions, "--metrics", *metrics, "--json", "--quiet"]
    done = subprocess.run(words, capture_output=True, text=True, encoding="utf-8")
    if done.returncode != 0:
        raise ValueError(done.stderr.strip())
    return json.loads(done.stdout)


if __name__ == "__main__":
    references, predictions, *metrics = sys.argv[1:]
    result = score(references, predictions, metrics or ["bleu4", "rougeL", "meteor"])
    for name, value in result["corpus"].items():
        print(f"{name}\t{value:.4f}\t{result['signatures'][name]}")
