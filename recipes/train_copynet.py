"""Trains a CopyNet on CommonGen (Lin et al. 2020, section 4 and Table 6) or on the keywords of SituatedGen, and exports it to ONNX.

    python recipes/train_copynet.py --kind mean --train train.jsonl --dev dev.jsonl --out my-model
"""

import argparse
import json
import random
from pathlib import Path

import torch

from copynet import KINDS, CopyNet, search
from released_search import released_search
from loop import batches_by_length, export_if_possible, loop_arguments, prepare, rise_then_root, rouge_2, train, warm_then_down, write_text
from pairs import BadInput, END, PAD, UNKNOWN, Vocabulary, read_pairs, stop_on_bad_input

# Table 6: size 128, two layers of LSTM (one with mean pooling), one of the transformer with dropout 0.1.
DROPOUT = {"brnn": 0.0, "transformer": 0.1, "mean": 0.0}
OURS = {"batch_size": 64, "learning_rate": 2e-3, "least": 3, "inner": 512, "spaces": False, "keep_case": False, "separate": False, "search": "plain", "beams": 5}
# The authors' released command lines (methods/opennmt_based of their repository). 40 sentences are their 512 tokens.
RELEASED = {"batch_size": 128, "least": 1, "inner": 2048, "spaces": True, "keep_case": True, "separate": True, "search": "released", "beams": 20}
SETTINGS = {
    "ours": {
        "brnn": {**OURS, "layers": 2, "optimizer": "adam"},
        "transformer": {**OURS, "layers": 1, "optimizer": "adam"},
        "mean": {**OURS, "layers": 2, "optimizer": "adam"},
    },
    "released": {
        "brnn": {**RELEASED, "layers": 2, "optimizer": "adagrad", "learning_rate": 0.2},
        "transformer": {**RELEASED, "layers": 1, "optimizer": "noam", "learning_rate": 2.0, "batch_size": 40, "separate": False},
        "mean": {**RELEASED, "layers": 1, "optimizer": "adagrad", "learning_rate": 0.15},
    },
}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=KINDS, required=True, help="what reads the input")
    parser.add_argument("--settings", choices=SETTINGS, default="ours", help="released: those of the CommonGen authors' command lines; every other flag can change one")
    parser.add_argument("--train", type=Path, nargs="+", required=True, help="train files of CommonGen or SituatedGen, or seq2seq-train.jsonl; .gz is fine")
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--predict", type=Path, help="a file to write predictions for; dev unless given")
    parser.add_argument("--start", type=Path, help="a run of this recipe to begin with: its words and weights")
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--layers", type=int)
    parser.add_argument("--inner", type=int, help="width inside the transformer's layers")
    parser.add_argument("--dropout", type=float, help="default: the paper's")
    parser.add_argument("--optimizer", choices=("adam", "adagrad", "noam"), help="adam: its rate rises, then falls to 0; noam: Adam whose rate rises, then falls with the root of the step")
    parser.add_argument("--separate", action=argparse.BooleanOptionalAction, help="own word vectors for the input")
    parser.add_argument("--least", type=int, help="words seen less often are outside the vocabulary")
    parser.add_argument("--spaces", action=argparse.BooleanOptionalAction, help="words are what white space divides, marks included")
    parser.add_argument("--keep-case", action=argparse.BooleanOptionalAction)
    parser.add_argument("--keep-order", action="store_true", help="do not shuffle the words of the input in training")
    parser.add_argument("--search", choices=SEARCHES, help="released: the authors' penalties, and no word twice")
    parser.add_argument("--beams", type=int)
    parser.add_argument("--length-penalty", type=float, default=0.0, help="plain search: scores are divided by length to this power; default: 0, as in OpenNMT-py")
    parser.add_argument("--longest", type=int, default=32, help="most tokens of an output")
    loop_arguments(parser, epochs=1, batch_size=None, learning_rate=None)
    options = parser.parse_args()
    for name, value in {"dropout": DROPOUT[options.kind], **SETTINGS[options.settings][options.kind]}.items():
        if getattr(options, name) is None:
            setattr(options, name, value)
    return options


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


SEARCHES = ("plain", "released")


def write_texts(model, vocabulary, pairs, beams, longest, penalty=0.0, size=64, kind="plain"):
    """One text for each pair, in batches of inputs of similar length."""
    sources = [vocabulary.encode(pair.source) for pair in pairs]
    texts = [""] * len(pairs)
    order = sorted(range(len(pairs)), key=lambda place: len(sources[place]))
    for start in range(0, len(order), size):
        places = order[start : start + size]
        asked = [sources[place] for place in places]
        found = released_search(model, asked, beams, longest) if kind == "released" else search(model, asked, beams, longest, penalty)
        for place, ids in zip(places, found):
            texts[place] = vocabulary.decode(ids, vocabulary.split(pairs[place].source))
    return texts


def make_optimizer(model, options, steps):
    """The optimizer, and its learning rate by step; `steps` are those of one pass."""
    rate = options.learning_rate
    if options.optimizer == "adagrad":
        return torch.optim.Adagrad(model.parameters(), lr=rate, initial_accumulator_value=0.1, fused=True), None
    if options.optimizer == "noam":
        return torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.998), fused=True), rise_then_root(rate * options.size**-0.5, 1000)
    return torch.optim.Adam(model.parameters(), lr=rate, betas=(0.9, 0.98), fused=True), warm_then_down(rate, 300, options.epochs * steps)


def main():
    options = parse_arguments()
    pairs, dev = [pair for path in options.train for pair in read_pairs(path, both_orders=True)], read_pairs(options.dev)
    predict = read_pairs(options.predict) if options.predict else dev
    prepare(options)
    pairs = random.sample(pairs, min(options.limit, len(pairs))) if options.limit else pairs
    lowercase, spaces = not options.keep_case, options.spaces
    vocabulary = Vocabulary(read_words(options.start), lowercase, spaces) if options.start else Vocabulary.learn(pairs, lowercase, options.least, spaces=spaces)
    rows, dev_rows = Rows(pairs, vocabulary, options.longest), Rows(dev, vocabulary, options.longest)
    model = CopyNet(
        options.kind, len(vocabulary), size=options.size, layers=options.layers, inner=options.inner, dropout=options.dropout, separate=options.separate,
    )
    if options.start:
        model.load_state_dict(torch.load(options.start / "best.pt", weights_only=True))
    parameters = sum(each.numel() for each in model.parameters())
    print(f"{options.kind}: {parameters:,} parameters, {len(vocabulary):,} words, {len(rows.lengths):,} training texts", flush=True)
    optimizer, schedule = make_optimizer(model, options, -(-len(rows.lengths) // options.batch_size))
    references = [[vocabulary.split(text) for text in pair.targets] for pair in dev]

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
        schedule=schedule,
    )
    texts = write_texts(model, vocabulary, predict, options.beams, options.longest, options.length_penalty, kind=options.search)
    lines = [json.dumps({"id": pair.id, "prediction": text}, ensure_ascii=False) for pair, text in zip(predict, texts)]
    write_text(options.out / "predictions.jsonl", "\n".join(lines) + "\n")
    best = max(log, key=lambda entry: entry["score"])
    about = {"recipe": "train_copynet.py", "kind": options.kind, "seed": options.seed, "parameters": parameters, "words": len(vocabulary), "texts": len(rows.lengths), "epochs": len(log), "best": best["epoch"],
             "minutes": round(sum(entry["seconds"] for entry in log) / 60, 1), "settings": options.settings, "search": options.search, "beams": options.beams, "lengthPenalty": options.length_penalty}
    write_text(options.out / "about.json", json.dumps(about, indent=1) + "\n")
    export_if_possible("export_copynet", model, vocabulary, options.out / "onnx", f"{options.kind}-copynet", options.beams, options.longest, options.length_penalty)


if __name__ == "__main__":
    stop_on_bad_input(main)
