/** Hashed features of linear models: keys of 32 bits, made of numbers and texts. */

/** Mixes a template number and up to three values into a 32-bit feature key that is never 0. */
export function featureKey(template: number, a: number, b = 0, c = 0): number {
  let hash = Math.imul(template + 1, 0x9e3779b1) ^ a;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) ^ b;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35) ^ c;
  hash = Math.imul(hash ^ (hash >>> 16), 0x27d4eb2f);
  hash ^= hash >>> 15;
  return hash === 0 ? 1 : hash;
}

/** 32-bit hash of a string (FNV-1a, with a final mix). */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 16;
  return Math.imul(hash, 0x7feb352d) | 0;
}
