"""Trains a lexically constrained Levenshtein transformer on CommonGen (Lin et al. 2020, ConstLeven), smaller than the paper's 55 million parameters.

    python recipes/train_levenshtein.py --train train.jsonl --dev dev.jsonl --out my-model
"""

import argparse
import json
import random
from pathlib import Path

import torch

from levenshtein import Levenshtein
from loop import batches_by_length, export_if_possible, loop_arguments, prepare, rouge_2, train, warm_then_down, write_text
from pairs import START, Vocabulary, read_pairs, stop_on_bad_input
from train_copynet import Rows


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--train", type=Path, required=True, help="CommonGen's train file or seq2seq-train.jsonl; .gz is fine")
    parser.add_argument("--dev", type=Path, required=True)
    parser.add_argument("--predict", type=Path, help="a file to write predictions for; dev unless given")
    parser.add_argument("--size", type=int, default=128, help="the paper: 512")
    parser.add_argument("--layers", type=int, default=2, help="of the encoder and of the decoder; the paper: 6")
    parser.add_argument("--dropout", type=float, default=0.1, help="the paper: 0.3")
    parser.add_argument("--least", type=int, default=3, help="words seen less often are outside the vocabulary")
    parser.add_argument("--keep-case", action="store_true")
    parser.add_argument("--rounds", type=int, default=10)
    loop_arguments(parser, epochs=3, batch_size=64, learning_rate=2e-3)
    return parser.parse_args()


def write_texts(model, vocabulary, pairs, rounds):
    texts = []
    for pair in pairs:
        words = vocabulary.split(pair.source)
        # The placeholder has the first id after the vocabulary, so words outside begin one later.
        ids = [vocabulary.ids.get(word, len(vocabulary) + 1 + place) for place, word in enumerate(words)]
        texts.append(" ".join(vocabulary.words[each] if each < len(vocabulary) else words[each - len(vocabulary) - 1] for each in model.write(ids, rounds)))
    return texts


def main():
    options = parse_arguments()
    pairs, dev = read_pairs(options.train), read_pairs(options.dev)
    predict = read_pairs(options.predict) if options.predict else dev
    prepare(options)
    pairs = random.sample(pairs, min(options.limit, len(pairs))) if options.limit else pairs
    vocabulary = Vocabulary.learn(pairs, not options.keep_case, options.least)
    rows, dev_rows = Rows(pairs, vocabulary, 32), Rows(dev, vocabulary, 32)
    model = Levenshtein(len(vocabulary), size=options.size, layers=options.layers, dropout=options.dropout)
    parameters = sum(each.numel() for each in model.parameters())
    print(f"levenshtein: {parameters:,} parameters, {len(vocabulary):,} words, {len(rows.lengths):,} training texts", flush=True)
    optimizer = torch.optim.Adam(model.parameters(), lr=options.learning_rate, betas=(0.9, 0.98), fused=True)

    def loss_of(made):
        source, mask, target, same = made
        start = torch.full((len(target), 1), START)
        return model.loss(source, mask, torch.cat([start, target], 1), torch.cat([torch.zeros(len(target), 1, dtype=torch.bool), same.any(-1)], 1))

    references = [[vocabulary.split(text) for text in pair.targets] for pair in dev]

    def judge():
        loss, count = 0.0, 0
        for places in torch.arange(len(dev_rows.lengths)).split(256):
            part, tokens = loss_of(dev_rows.batch(places))
            loss, count = loss + part.item(), count + tokens
        some = range(0, len(dev), max(1, len(dev) // 200))
        texts = write_texts(model, vocabulary, [dev[place] for place in some], options.rounds)
        score = sum(rouge_2(text.split(), references[place]) for text, place in zip(texts, some)) / len(some)
        return {"dev loss": loss / count, "score": score, "example": texts[0]}

    log = train(
        model, optimizer, options,
        epoch_batches=lambda generator: batches_by_length(rows.lengths, options.batch_size, generator),
        loss_of=lambda places: loss_of(rows.batch(places)),
        judge=judge,
        schedule=warm_then_down(options.learning_rate, 300, options.epochs * -(-len(rows.lengths) // options.batch_size)),
    )
    texts = write_texts(model, vocabulary, predict, options.rounds)
    lines = [json.dumps({"id": pair.id, "prediction": text}, ensure_ascii=False) for pair, text in zip(predict, texts)]
    write_text(options.out / "predictions.jsonl", "\n".join(lines) + "\n")
    best = max(log, key=lambda entry: entry["score"])
    about = {"recipe": "train_levenshtein.py", "kind": "levenshtein", "seed": options.seed, "parameters": parameters, "words": len(vocabulary), "texts": len(rows.lengths), "epochs": len(log), "best": best["epoch"],
             "minutes": round(sum(entry["seconds"] for entry in log) / 60, 1), "rounds": options.rounds}
    write_text(options.out / "about.json", json.dumps(about, indent=1) + "\n")
    export_if_possible("export_levenshtein", model, vocabulary, options.out / "onnx", options.rounds)


if __name__ == "__main__":
    stop_on_bad_input(main)
