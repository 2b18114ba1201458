"""Levenshtein transformer (Gu et al. 2019) that keeps the concepts while it writes (Susanto et al. 2020): CommonGen's ConstLeven."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from attention import NEVER, Stack, positions
from copynet import WordOutput
from pairs import END, PAD, START, UNKNOWN

MOST = 12
"""Most placeholders that one gap can take."""


class Levenshtein(nn.Module):
    def __init__(self, words, size=128, layers=2, heads=8, inner=512, dropout=0.1, frequent=1000):
        super().__init__()
        self.words, self.size, self.placeholder = words, size, words
        self.embed = nn.Embedding(words + 1, size, padding_idx=PAD)
        nn.init.normal_(self.embed.weight, std=size**-0.5)
        self.reader, self.writer = Stack(layers, size, heads, inner, dropout), Stack(layers, size, heads, inner, dropout, reads=True)
        self.drop = nn.Dropout(dropout)
        self.delete, self.insert, self.output = nn.Linear(size, 2), nn.Linear(2 * size, MOST + 1), WordOutput(size, words, frequent)
        self.register_buffer("places", positions(256, size), persistent=False)

    def encode(self, source, mask):
        # A set has no order: the concepts get no positions.
        return self.reader(self.drop(self.embed(source) * math.sqrt(self.size)), (mask != 0).unsqueeze(1))

    def decode(self, tokens, memory, mask):
        embedded = self.drop(self.embed(tokens) * math.sqrt(self.size) + self.places[: tokens.shape[1]])
        return self.writer(embedded, (tokens != PAD).unsqueeze(1), memory, (mask != 0).unsqueeze(1))

    def gaps(self, hidden):
        return self.insert(torch.cat([hidden[:, :-1], hidden[:, 1:]], -1))

    def loss(self, source, mask, whole, same):
        """The three policies on one batch. `whole` is <s> … </s>; `same` marks its words that the source has."""
        memory = self.encode(source, mask)
        real, ends = whole != PAD, (whole == START) | (whole == END)
        # Half of the sentences keep a random part, the others the concepts alone: so begins the constrained decoding.
        part = torch.rand(whole.shape) < torch.rand(len(whole), 1)
        keep = (torch.where(torch.rand(len(whole), 1) < 0.5, part, same) | ends) & real
        order = torch.argsort((~keep).long(), dim=1, stable=True)
        kept = torch.where(keep, whole, PAD).gather(1, order)[:, : int(keep.sum(1).max())]
        place = torch.where(keep, torch.arange(whole.shape[1]), 0).gather(1, order)[:, : kept.shape[1]]
        counts = (place[:, 1:] - place[:, :-1] - 1).clamp(0, MOST)
        inserted = F.cross_entropy(self.gaps(self.decode(kept, memory, mask))[kept[:, 1:] != PAD], counts[kept[:, 1:] != PAD], reduction="sum")
        missing = real & ~keep
        hidden = self.decode(torch.where(missing, self.placeholder, whole), memory, mask)[missing]
        filled = -self.output.of(hidden, whole[missing]).sum()
        # What the model itself would fill in, wrong words to be deleted.
        guessed = whole.clone()
        with torch.no_grad():
            head = self.output.head(hidden)
            guessed[missing] = (head[:, : self.output.frequent] - torch.empty_like(head[:, : self.output.frequent]).exponential_().log()).argmax(-1)
        wrong = (guessed != whole) & missing
        deleted = F.cross_entropy(self.delete(self.decode(guessed, memory, mask))[real & ~ends], wrong[real & ~ends].long(), reduction="sum")
        return inserted + filled + deleted, int(real.sum())

    @torch.no_grad()
    def write(self, source, rounds=10, longest=40):
        """Ids of the source (words outside the vocabulary have ids beyond it) → ids of the sentence; the source's words are never deleted."""
        self.eval()
        known = lambda ids: torch.tensor([[each if each <= self.words else UNKNOWN for each in ids]])
        mask = torch.ones(1, len(source))
        memory = self.encode(known(source), mask)
        ids, locked = [START, *source, END], [True] * (len(source) + 2)
        for turn in range(rounds):
            before = list(ids)
            if turn > 0:
                gone = self.delete(self.decode(known(ids), memory, mask))[0].argmax(-1).tolist()
                left = [place for place in range(len(ids)) if locked[place] or gone[place] == 0]
                ids, locked = [ids[place] for place in left], [locked[place] for place in left]
            counts = self.gaps(self.decode(known(ids), memory, mask))[0].argmax(-1).tolist()
            if len(ids) + sum(counts) <= longest + 2:
                grown, kept = [ids[0]], [True]
                for place, count in enumerate(counts):
                    grown += [self.placeholder] * count + [ids[place + 1]]
                    kept += [False] * count + [locked[place + 1]]
                ids, locked = grown, kept
            if self.placeholder in ids:
                logits = self.output(self.decode(known([each if each != self.placeholder else self.words for each in ids]), memory, mask))[0]
                logits[:, [PAD, START, END, UNKNOWN]] = NEVER
                best = logits.argmax(-1).tolist()
                ids = [best[place] if each == self.placeholder else each for place, each in enumerate(ids)]
            if ids == before:
                break
        return ids[1:-1]
