"""Trains a CopyNet on CommonGen (Lin et al. 2020, section 4 and Table 6) or on the keywords of SituatedGen, and exports it to ONNX.

    python recipes/train_copynet.py --kind mean --train train.jsonl --dev dev.jsonl --out my-model
"""

import argparse
import json
import random
from pathlib import Path

import torch

from copynet import KINDS, CopyNet, search
from loop import batches_by_length, export_if_possible, loop_arguments, prepare, rouge_2, train, warm_then_down, write_text
from pairs import BadInput, END, PAD, UNKNOWN, Vocabulary, read_pairs, split_words, stop_on_bad_input

# Table 6: size 128, batches of 128; two layers of LSTM, one of the transformer with dropout 0.1.
LAYERS = {"brnn": 2, "transformer": 1, "mean": 2}
DROPOUT = {"brnn": 0.0, "transformer": 0.1, "mean": 0.0}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=KINDS, required=True, help="what reads the input")
    parser.add_argument("--train", type=Path, nargs="+", required=True, help="train files of CommonGen or SituatedGen, or seq2seq-train.jsonl; .gz is fine")
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--predict", type=Path, help="a file to write predictions for; dev unless given")
    parser.add_argument("--start", type=Path, help="a run of this recipe to begin with: its words and weights")
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--dropout", type=float, help="default: the paper's")
    parser.add_argument("--least", type=int, default=3, help="words seen less often are outside the vocabulary")
    parser.add_argument("--keep-case", action="store_true")
    parser.add_argument("--keep-order", action="store_true", help="do not shuffle the words of the input in training")
    parser.add_argument("--beams", type=int, default=5)
    parser.add_argument("--length-penalty", type=float, default=0.0, help="scores are divided by length to this power; default: 0, as in OpenNMT-py")
    parser.add_argument("--longest", type=int, default=32, help="most tokens of an output")
    loop_arguments(parser, epochs=1, batch_size=64, learning_rate=2e-3)
    return parser.parse_args()


def read_words(run):
    path = run / "onnx" / "vocabulary.json"
    if not path.is_file():
        raise BadInput(f"{path}: no such file")
    return json.loads(path.read_text(encoding="utf-8"))


class Rows:
    """Padded ids of all pairs. Ids beyond the vocabulary stand for words that can only be copied."""

    def __init__(self, pairs, vocabulary, longest):
        made = [(vocabulary.encode(pair.source), [*vocabulary.encode(text)[: longest - 1], END]) for pair in pairs for text in pair.targets]
        self.source, self.target = pad([source for source, _ in made]), pad([target for _, target in made])
        self.lengths = (self.target != PAD).sum(1)
        self.words = len(vocabulary)

    def batch(self, places, shuffle=False):
        source, target = self.source[places], self.target[places][:, : int(self.lengths[places].max())]
        if shuffle:
            keys = torch.rand(source.shape).masked_fill(source == PAD, 2.0)
            source = source.gather(1, keys.argsort(1))
        source = source[:, : int((source != PAD).sum(1).max())]
        same = (target.unsqueeze(2) == source.unsqueeze(1)) & (source != PAD).unsqueeze(1)
        known = lambda ids: torch.where(ids < self.words, ids, UNKNOWN)
        return known(source), (source != PAD).float(), known(target), same


def pad(rows):
    made = torch.full((len(rows), max(map(len, rows))), PAD)
    for place, row in enumerate(rows):
        made[place, : len(row)] = torch.tensor(row)
    return made


def write_texts(model, vocabulary, pairs, beams, longest, penalty=0.0, size=64):
    """One text for each pair, in batches of inputs of similar length."""
    sources = [vocabulary.encode(pair.source) for pair in pairs]
    texts = [""] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda place: len(sources[place]))
    for start in range(0, len(order), size):
        places = order[start : start + size]
        found = search(model, [sources[place] for place in places], beams, longest, penalty)
        for place, ids in zip(places, found):
            texts[place] = vocabulary.decode(ids, split_words(pairs[place].source, vocabulary.lowercase))
    return texts


def main():
    options = parse_arguments()
    pairs, dev = [pair for path in options.train for pair in read_pairs(path, both_orders=True)], read_pairs(options.dev)
    predict = read_pairs(options.predict) if options.predict else dev
    prepare(options)
    pairs = random.sample(pairs, min(options.limit, len(pairs))) if options.limit else pairs
    vocabulary = Vocabulary(read_words(options.start), not options.keep_case) if options.start else Vocabulary.learn(pairs, not options.keep_case, options.least)
    rows, dev_rows = Rows(pairs, vocabulary, options.longest), Rows(dev, vocabulary, options.longest)
    model = CopyNet(
        options.kind, len(vocabulary), size=options.size, layers=LAYERS[options.kind],
        dropout=DROPOUT[options.kind] if options.dropout is None else options.dropout, frequent=1000,
    )
    if options.start:
        model.load_state_dict(torch.load(options.start / "best.pt", weights_only=True))
    parameters = sum(each.numel() for each in model.parameters())
    print(f"{options.kind}: {parameters:,} parameters, {len(vocabulary):,} words, {len(rows.lengths):,} training texts", flush=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=options.learning_rate, betas=(0.9, 0.98), fused=True)
    references = [[split_words(text, vocabulary.lowercase) for text in pair.targets] for pair in dev]

    def judge():
        loss, count = 0.0, 0
        for places in torch.arange(len(dev_rows.lengths)).split(256):
            part, tokens = model.loss(*dev_rows.batch(places))
            loss, count = loss + part.item(), count + tokens
        texts = write_texts(model, vocabulary, dev, beams=1, longest=options.longest, size=256)
        score = sum(rouge_2(text.split(), wanted) for text, wanted in zip(texts, references)) / len(dev)
        return {"dev loss": loss / count, "score": score, "example": texts[0]}

    log = train(
        model, optimizer, options,
        epoch_batches=lambda generator: batches_by_length(rows.lengths, options.batch_size, generator),
        loss_of=lambda places: model.loss(*rows.batch(places, shuffle=not options.keep_order)),
        judge=judge,
        schedule=warm_then_down(options.learning_rate, 300, options.epochs * -(-len(rows.lengths) // options.batch_size)),
    )
    texts = write_texts(model, vocabulary, predict, options.beams, options.longest, options.length_penalty)
    lines = [json.dumps({"id": pair.id, "prediction": text}, ensure_ascii=False) for pair, text in zip(predict, texts)]
    write_text(options.out / "predictions.jsonl", "\n".join(lines) + "\n")
    best = max(log, key=lambda entry: entry["score"])
    about = {"recipe": "train_copynet.py", "kind": options.kind, "seed": options.seed, "parameters": parameters, "words": len(vocabulary), "texts": len(rows.lengths), "epochs": len(log), "best": best["epoch"],
             "minutes": round(sum(entry["seconds"] for entry in log) / 60, 1), "beams": options.beams, "lengthPenalty": options.length_penalty}
    write_text(options.out / "about.json", json.dumps(about, indent=1) + "\n")
    export_if_possible("export_copynet", model, vocabulary, options.out / "onnx", f"{options.kind}-copynet", options.beams, options.longest, options.length_penalty)


if __name__ == "__main__":
    stop_on_bad_input(main)
