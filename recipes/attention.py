"""Transformer layers (Vaswani et al. 2017), normalized first. Written out, so that ONNX graphs take any length and batch."""

import math

import torch
from torch import nn

NEVER = -1e9


def positions(length, size):
    place = torch.arange(length).unsqueeze(1)
    rate = torch.exp(torch.arange(0, size, 2) * (-math.log(10000.0) / size))
    return torch.stack([torch.sin(place * rate), torch.cos(place * rate)], -1).reshape(length, size)


class Attention(nn.Module):
    def __init__(self, size, heads, dropout):
        super().__init__()
        self.heads, self.size = heads, size
        self.query, self.pair, self.out = nn.Linear(size, size), nn.Linear(size, 2 * size), nn.Linear(size, size)
        self.drop = nn.Dropout(dropout)

    def divide(self, values):
        return values.reshape(values.shape[0], values.shape[1], self.heads, self.size // self.heads).transpose(1, 2)

    def forward(self, values, memory, allowed):
        """`allowed` [B,1,S] or [1,T,S]: which places of the memory may be read."""
        key, value = self.pair(memory).chunk(2, -1)
        energy = self.divide(self.query(values)) @ self.divide(key).transpose(2, 3) / math.sqrt(self.size // self.heads)
        weights = self.drop(energy.masked_fill(~allowed.unsqueeze(1), NEVER).softmax(-1))
        found = (weights @ self.divide(value)).transpose(1, 2)
        return self.out(found.reshape(values.shape[0], values.shape[1], self.size))


class Layer(nn.Module):
    """Self-attention, attention to a memory where there is one, and a network of two steps."""

    def __init__(self, size, heads, inner, dropout, reads=False):
        super().__init__()
        self.own, self.own_norm = Attention(size, heads, dropout), nn.LayerNorm(size)
        self.other, self.other_norm = (Attention(size, heads, dropout), nn.LayerNorm(size)) if reads else (None, None)
        self.inner, self.inner_norm = nn.Sequential(nn.Linear(size, inner), nn.ReLU(), nn.Dropout(dropout), nn.Linear(inner, size)), nn.LayerNorm(size)
        self.drop = nn.Dropout(dropout)

    def forward(self, values, allowed, memory=None, readable=None):
        normal = self.own_norm(values)
        values = values + self.drop(self.own(normal, normal, allowed))
        if self.other is not None:
            values = values + self.drop(self.other(self.other_norm(values), memory, readable))
        return values + self.drop(self.inner(self.inner_norm(values)))


class Stack(nn.Module):
    def __init__(self, layers, size, heads, inner, dropout, reads=False):
        super().__init__()
        self.layers = nn.ModuleList(Layer(size, heads, inner, dropout, reads) for _ in range(layers))
        self.norm = nn.LayerNorm(size)

    def forward(self, values, allowed, memory=None, readable=None):
        for layer in self.layers:
            values = layer(values, allowed, memory, readable)
        return self.norm(values)
