/** Separates reasoning from the answer where a model writes both into one text: `<think>…</think>` and the marks of other models. */

const BLOCK = /^\s*<(think|thinking|reasoning|thought)>([\s\S]*?)(?:<\/\1>|$)/i;
/** Some templates open the block themselves, so that the text only contains its end. */
const CLOSED = /^([\s\S]*?)<\/(?:think|thinking|reasoning|thought)>/i;

/** A block that never ends leaves no answer, because the model was cut off during its reasoning. */
export function splitReasoning(text: string): { text: string; reasoning?: string } {
  const block = BLOCK.exec(text);
  const found = block ? { said: block[2], whole: block[0] } : closedBlock(text);
  if (!found) return { text };
  const rest = text.slice(found.whole.length).trimStart();
  const reasoning = found.said.trim();
  return reasoning === '' ? { text: rest } : { text: rest, reasoning };
}

function closedBlock(text: string): { said: string; whole: string } | undefined {
  const closed = CLOSED.exec(text);
  return closed ? { said: closed[1], whole: closed[0] } : undefined;
}
