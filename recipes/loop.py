"""A training loop for all recipes: seeded, resumable after each epoch, one progress line, early stopping on dev."""

import json
import os
import random
import sys
import time
from pathlib import Path

import torch

from pairs import BadInput


def prepare(options):
    """Threads and seeds; the folder must be new, or hold a run with the same options."""
    torch.set_num_threads(options.threads)
    random.seed(options.seed)
    torch.manual_seed(options.seed)
    options.out.mkdir(parents=True, exist_ok=True)
    recorded = {key: as_text(value) for key, value in vars(options).items() if key not in ("out", "threads", "minutes", "patience")}
    path = options.out / "options.json"
    if path.is_file():
        known = json.loads(path.read_text(encoding="utf-8"))
        other = sorted(key for key in {*known, *recorded} if known.get(key) != recorded.get(key))
        if other:
            raise BadInput(f"{options.out} holds a run with other options ({', '.join(other)}); take another folder")
    write_text(path, json.dumps(recorded, indent=1, sort_keys=True) + "\n")


def as_text(value):
    return [str(each) for each in value] if isinstance(value, list) else str(value) if isinstance(value, Path) else value


def write_text(path, text):
    path = Path(path)
    beside = path.with_name(path.name + ".part")
    beside.write_text(text, encoding="utf-8")
    os.replace(beside, path)


def save(value, path):
    beside = Path(path).with_name(Path(path).name + ".part")
    torch.save(value, beside)
    os.replace(beside, path)


def batches_by_length(lengths, size, generator):
    """Shuffled batches of rows of similar length: little padding."""
    noise = torch.rand(len(lengths), generator=generator)
    order = torch.argsort(torch.as_tensor(lengths) + 2 * noise)
    parts = list(order.split(size))
    return [parts[place] for place in torch.randperm(len(parts), generator=generator).tolist()]


def train(model, optimizer, options, epoch_batches, loss_of, judge, schedule=None):
    """Runs epochs until dev stops getting better; gives the model of the best epoch.

    epoch_batches(generator) gives the batches of an epoch, loss_of(batch) (sum, count), judge() {"score": higher is better, …}."""
    latest, best = options.out / "latest.pt", options.out / "best.pt"
    log = []
    if latest.is_file():
        held = torch.load(latest, weights_only=False)
        model.load_state_dict(held["model"])
        optimizer.load_state_dict(held["optimizer"])
        torch.set_rng_state(held["random"])
        random.setstate(held["python"])
        log = held["log"]
        print(f"going on after epoch {len(log)}", flush=True)
    steps = sum(entry["steps"] for entry in log)
    while len(log) < options.epochs and not is_over(log, options):
        epoch, began, last = len(log) + 1, time.time(), 0.0
        generator = torch.Generator().manual_seed(options.seed * 1000 + epoch)
        model.train()
        total, tokens, batches = 0.0, 0, epoch_batches(generator)
        for place, batch in enumerate(batches, 1):
            if schedule:
                for group in optimizer.param_groups:
                    group["lr"] = schedule(steps)
            loss, count = loss_of(batch)
            optimizer.zero_grad(set_to_none=True)
            (loss / count).backward()
            torch.nn.utils.clip_grad_norm_(model.parameters(), 2.0)
            optimizer.step()
            total, tokens, steps = total + loss.item(), tokens + count, steps + 1
            if time.time() - last > (1 if sys.stderr.isatty() else 30):
                last = time.time()
                line = f"epoch {epoch}  {place}/{len(batches)}  loss {total / tokens:.3f}  {place / (last - began + 1e-9):.1f} batches/s"
                print(f"\r{line}   " if sys.stderr.isatty() else line, end="" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True)
        model.eval()
        with torch.no_grad():
            judged = judge()
        log.append({"epoch": epoch, "loss": total / max(tokens, 1), "steps": len(batches), "seconds": round(time.time() - began, 1), **judged})
        print("  ".join(f"{key} {value:.4f}" if isinstance(value, float) else f"{key} {value}" for key, value in log[-1].items()), flush=True)
        if judged["score"] >= max(entry["score"] for entry in log):
            save(model.state_dict(), best)
        save({"model": model.state_dict(), "optimizer": optimizer.state_dict(), "random": torch.get_rng_state(), "python": random.getstate(), "log": log}, latest)
        write_text(options.out / "log.json", json.dumps(log, indent=1) + "\n")
    model.load_state_dict(torch.load(best, weights_only=True))
    model.eval()
    return log


def export_if_possible(name, *arguments):
    """Training needs PyTorch alone; the ONNX folder needs two packages more."""
    try:
        import export_onnx
    except ImportError as error:
        print(f"no ONNX folder: the package {error.name} is not installed (pip install -r recipes/requirements.txt)", file=sys.stderr)
    else:
        getattr(export_onnx, name)(*arguments)


def warm_then_down(rate, warm, steps):
    """The learning rate of a step: up for `warm` steps, then down to nothing at the last one."""
    return lambda step: rate * min((step + 1) / warm, max(0.0, (steps - step) / max(1, steps - warm)))


def rise_then_root(rate, warm):
    """The learning rate of a step (Vaswani et al. 2017): up for `warm` steps, then down with the root of the step."""
    return lambda step: rate * min((step + 1) ** -0.5, (step + 1) * warm**-1.5)


def is_over(log, options):
    if not log:
        return False
    since = len(log) - max(range(len(log)), key=lambda place: log[place]["score"]) - 1
    spent = sum(entry["seconds"] for entry in log) / 60
    return since >= options.patience or (options.minutes is not None and spent >= options.minutes)


def loop_arguments(parser, epochs, batch_size, learning_rate):
    parser.add_argument("--out", type=Path, required=True, help="folder of the run; the same command goes on with an interrupted one")
    parser.add_argument("--epochs", type=int, default=epochs)
    parser.add_argument("--minutes", type=float, help="no new epoch after so many minutes of training")
    parser.add_argument("--patience", type=int, default=3, help="stop after so many epochs without a better dev score")
    parser.add_argument("--batch-size", type=int, default=batch_size)
    parser.add_argument("--learning-rate", type=float, default=learning_rate)
    parser.add_argument("--limit", type=int, help="only so many training rows, for a try")
    parser.add_argument("--seed", type=int, default=17)
    parser.add_argument("--threads", type=int, default=1)


def rouge_2(prediction, references):
    """Best F1 of word bigrams against the references: enough to choose a checkpoint by."""
    from collections import Counter

    found = Counter(zip(prediction, prediction[1:]))
    scores = [0.0]
    for reference in references:
        wanted = Counter(zip(reference, reference[1:]))
        shared = sum((found & wanted).values())
        scores.append(2 * shared / max(1, sum(found.values()) + sum(wanted.values())))
    return max(scores)
