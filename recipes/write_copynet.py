"""Writes the texts of a trained CopyNet once more, with another search: `--search released` is that of CommonGen's authors.

    python recipes/write_copynet.py --run my-model --input dev.jsonl --search released --beams 20 --out my-model/predictions-released.jsonl
"""

import argparse
import json
from pathlib import Path

import torch

from copynet import CopyNet
from loop import write_text
from pairs import BadInput, Vocabulary, read_pairs, stop_on_bad_input
from train_copynet import SEARCHES, read_words, write_texts


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--run", type=Path, required=True, help="a run of train_copynet.py")
    parser.add_argument("--input", type=Path, required=True, help="a file of CommonGen or SituatedGen")
    parser.add_argument("--checkpoint", choices=("best", "latest"), default="best", help="the epoch with the best dev score, or the last one")
    parser.add_argument("--search", choices=SEARCHES, default="plain")
    parser.add_argument("--beams", type=int, default=5)
    parser.add_argument("--length-penalty", type=float, default=0.0)
    parser.add_argument("--longest", type=int, default=32)
    parser.add_argument("--limit", type=int, help="only the first rows")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


def load_run(run, checkpoint="best"):
    """The model of an epoch, and its words."""
    weights = run / f"{checkpoint}.pt"
    for name in ("options.json", weights.name):
        if not (run / name).is_file():
            raise BadInput(f"{run / name}: no such file")
    options = json.loads((run / "options.json").read_text(encoding="utf-8"))
    vocabulary = Vocabulary(read_words(run), not options["keep_case"], options["spaces"])
    model = CopyNet(options["kind"], len(vocabulary), size=options["size"], layers=options["layers"], inner=options["inner"], separate=options["separate"])
    held = torch.load(weights, weights_only=checkpoint == "best")
    model.load_state_dict(held if checkpoint == "best" else held["model"])
    return model.eval(), vocabulary


def main():
    options = parse_arguments()
    pairs = read_pairs(options.input)[: options.limit]
    model, vocabulary = load_run(options.run, options.checkpoint)
    torch.set_num_threads(options.threads)
    texts = write_texts(model, vocabulary, pairs, options.beams, options.longest, options.length_penalty, size=20, kind=options.search)
    lines = [json.dumps({"id": pair.id, "prediction": text}, ensure_ascii=False) for pair, text in zip(pairs, texts)]
    write_text(options.out, "\n".join(lines) + "\n")


if __name__ == "__main__":
    stop_on_bad_input(main)
