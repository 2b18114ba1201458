/** A streamed answer (server-sent events) put together as the one answer that it is: texts joined, the last counts kept. */
import { z } from 'zod';

/** The stream broke off: a later try may bring the whole. */
class BrokenStream extends Error {
  override readonly name = 'BrokenStream';
}

const pieceSchema = z.looseObject({
  model: z.unknown().optional(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
  choices: z
    .array(
      z.looseObject({
        index: z.number().optional(),
        text: z.string().nullish(),
        finish_reason: z.string().nullish(),
        delta: z.record(z.string(), z.unknown()).nullish(),
        logprobs: z.looseObject({ content: z.array(z.unknown()).nullish() }).nullish(),
      }),
    )
    .optional(),
});

/** Texts of a message that come in pieces. */
const TEXTS = ['content', 'refusal', 'reasoning_content', 'reasoning'] as const;

/** The answer as JSON. A stream without a last mark, or with pieces that are not JSON, is broken. Where we cut it ourselves, the text so far. */
export function joinEvents(body: string, { cut = false } = {}): string {
  const message: Record<string, string> = {};
  const joined = { text: '', finish_reason: null as string | null, model: undefined as unknown, usage: undefined as unknown };
  const likely: unknown[] = [];
  let whole = false;
  for (const data of eventsOf(cut ? body.slice(0, body.lastIndexOf('\n\n')) : body)) {
    if (data === '[DONE]') {
      whole = true;
      break;
    }
    const piece = readPiece(data);
    if (piece.error !== undefined) return JSON.stringify({ error: piece.error });
    joined.model ??= piece.model;
    joined.usage = piece.usage ?? joined.usage;
    const choice = piece.choices?.find(({ index = 0 }) => index === 0);
    if (!choice) continue;
    joined.text += choice.text ?? '';
    joined.finish_reason = choice.finish_reason ?? joined.finish_reason;
    likely.push(...(choice.logprobs?.content ?? []));
    for (const name of TEXTS) {
      const part = choice.delta?.[name];
      if (typeof part === 'string') message[name] = (message[name] ?? '') + part;
    }
  }
  if (cut) joined.finish_reason = 'length';
  // Some servers end without the mark, but never without a reason.
  if (!whole && joined.finish_reason === null) throw new BrokenStream('the stream ended in the middle of the answer');
  const { text, finish_reason, model, usage } = joined;
  const logprobs = likely.length > 0 ? { content: likely } : undefined;
  return JSON.stringify({
    model,
    usage,
    choices: [{ index: 0, finish_reason, text, logprobs, message: { role: 'assistant', content: '', ...message } }],
  });
}

function readPiece(data: string): z.infer<typeof pieceSchema> {
  try {
    return pieceSchema.parse(JSON.parse(data));
  } catch {
    throw new BrokenStream('a piece of the stream is not JSON of the protocol');
  }
}

/** The data of each event; its lines are joined, comments and other fields are left out. */
function* eventsOf(body: string): Generator<string> {
  for (const event of body.split(/\r?\n\r?\n/)) {
    const data = event.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : []));
    if (data.length > 0) yield data.join('\n');
  }
}
