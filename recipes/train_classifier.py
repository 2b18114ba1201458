"""Trains a yes/no classifier for TG-CSR: a bidirectional LSTM reads the prompt `boolean`, its highest values decide. Exports it to ONNX.

    python recipes/train_classifier.py --train my-context/train.jsonl --dev my-context/dev.jsonl --out my-model

The files are those of a dataset folder of `sensebench build tgcsr`.
"""

import argparse
import json
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F

from loop import batches_by_length, export_if_possible, loop_arguments, prepare, train, write_text
from pairs import PAD, UNKNOWN, BadInput, Vocabulary, read_pairs, stop_on_bad_input
from train_copynet import pad

LABELS = ["no", "yes"]


class Classifier(nn.Module):
    def __init__(self, words, size=64, dropout=0.3):
        super().__init__()
        self.embed = nn.Embedding(words, size, padding_idx=PAD)
        self.reader = nn.LSTM(size, size, batch_first=True, bidirectional=True)
        self.drop = nn.Dropout(dropout)
        self.out = nn.Linear(2 * size, len(LABELS))

    def forward(self, source, mask):
        packed = nn.utils.rnn.pack_padded_sequence(self.drop(self.embed(source)), mask.sum(1).long().cpu(), batch_first=True, enforce_sorted=False)
        found, _ = nn.utils.rnn.pad_packed_sequence(self.reader(packed)[0], batch_first=True, total_length=source.shape[1])
        highest = found.masked_fill((mask == 0).unsqueeze(-1), -1e9).max(1).values
        return self.out(self.drop(highest))


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=Path, nargs="+", required=True)
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--predict", type=Path, help="a file to write predictions for; dev unless given")
    loop_arguments(parser, epochs=20, batch_size=16, learning_rate=2e-3)
    return parser.parse_args()


def read_labelled(path):
    pairs = read_pairs(path)
    for place, pair in enumerate(pairs):
        if pair.targets[0].lower() not in LABELS:
            raise BadInput(f'{path}, row {place + 1}: the target is "{pair.targets[0]}"; expected yes or no')
    return pairs


def main():
    options = parse_arguments()
    pairs, dev = [pair for path in options.train for pair in read_labelled(path)], read_labelled(options.dev)
    predict = read_pairs(options.predict) if options.predict else dev
    prepare(options)
    pairs = pairs[: options.limit] if options.limit else pairs
    vocabulary = Vocabulary.learn(pairs, lowercase=True, least=2, inputs=True)
    model = Classifier(len(vocabulary))
    optimizer = torch.optim.Adam(model.parameters(), lr=options.learning_rate)
    known = lambda some: [[each if each < len(vocabulary) else UNKNOWN for each in vocabulary.encode(pair.source)] for pair in some]
    rows, labels = known(pairs), torch.tensor([LABELS.index(pair.targets[0].lower()) for pair in pairs])

    def answers(some):
        found = []
        for part in torch.arange(len(some)).split(64):
            source = pad(known([some[place] for place in part.tolist()]))
            found += model(source, (source != PAD).long()).argmax(-1).tolist()
        return [LABELS[each] for each in found]

    def loss_of(places):
        source = pad([rows[place] for place in places.tolist()])
        return F.cross_entropy(model(source, (source != PAD).long()), labels[places], reduction="sum"), len(places)

    def judge():
        found = answers(dev)
        right = sum(answer == pair.targets[0].lower() for answer, pair in zip(found, dev))
        both = sum(answer == pair.targets[0].lower() == "yes" for answer, pair in zip(found, dev))
        said = found.count("yes") + sum(pair.targets[0].lower() == "yes" for pair in dev)
        return {"accuracy": right / len(dev), "score": 2 * both / max(1, said)}

    log = train(
        model, optimizer, options,
        epoch_batches=lambda generator: batches_by_length([len(row) for row in rows], options.batch_size, generator),
        loss_of=loss_of, judge=judge,
    )
    with torch.no_grad():
        lines = [json.dumps({"id": pair.id, "prediction": answer}) for pair, answer in zip(predict, answers(predict))]
    write_text(options.out / "predictions.jsonl", "\n".join(lines) + "\n")
    best = max(log, key=lambda entry: entry["score"])
    about = {"recipe": "train_classifier.py", "kind": "classifier", "seed": options.seed, "parameters": sum(each.numel() for each in model.parameters()), "words": len(vocabulary),
             "epochs": len(log), "best": best["epoch"], "minutes": round(sum(entry["seconds"] for entry in log) / 60, 1)}
    write_text(options.out / "about.json", json.dumps(about, indent=1) + "\n")
    export_if_possible("export_classifier", model, vocabulary, options.out / "onnx", LABELS)


if __name__ == "__main__":
    stop_on_bad_input(main)
