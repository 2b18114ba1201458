/** What a server answered, chat or completion, in one shape: text, reasoning, likely first tokens, counts. Anything else is refused. */
import type { RunnerAnswer } from '@sensebench/metrics/internal/core';
import { splitReasoning } from '../chat-text/index.ts';
import { WrongAnswer } from './ask-again.ts';
import { RefusedAnswer } from './post-json.ts';
import type { LikelyToken } from './score-labels.ts';

export interface Completion {
  text: string;
  reasoning?: string;
  ended: RunnerAnswer['ended'];
  /** undefined where the server gave none. */
  likely?: LikelyToken[];
  /** The name under which the server answered. */
  model?: string;
  usage?: { prompt_tokens?: unknown; completion_tokens?: unknown };
}

export function readCompletion(body: unknown): Completion {
  const answer = isRecord(body) ? body : {};
  if (!Array.isArray(answer.choices)) {
    const said = errorOf(answer);
    // A server that is out of order may say so with status 200; one without any of our fields speaks another protocol.
    if (said) throw new WrongAnswer(said);
    throw new RefusedAnswer('the server answers with JSON that has no "choices"; it speaks another protocol, or its address is wrong');
  }
  const first: unknown = answer.choices[0];
  const message = isRecord(first) && isRecord(first.message) ? first.message : {};
  const content = contentOf(message.content, first);
  const beside = asText(message.reasoning_content) ?? asText(message.reasoning);
  const refusal = asText(message.refusal);
  const reason = isRecord(first) ? first.finish_reason : undefined;
  // An answer that is all reasoning, or empty at its end, is an empty answer. One without any sign of an end is none.
  const text = typeof content === 'string' ? content : (refusal ?? (beside || typeof reason === 'string' ? '' : undefined));
  if (text === undefined) throw new WrongAnswer('the answer has no text');
  const split = splitReasoning(text);
  const reasoning = beside ?? split.reasoning;
  return {
    text: split.text,
    ...(reasoning ? { reasoning } : {}),
    ended: refusal !== undefined && typeof content !== 'string' ? 'refused' : toEnd(reason),
    likely: isRecord(first) ? likelyOf(first.logprobs) : undefined,
    model: asText(answer.model),
    ...(isRecord(answer.usage) ? { usage: answer.usage } : {}),
  };
}

/** Chat has a list for each position, completion a table; a table also comes from old servers under chat. */
function likelyOf(logprobs: unknown): LikelyToken[] | undefined {
  if (!isRecord(logprobs)) return undefined;
  const position: unknown = Array.isArray(logprobs.content) ? logprobs.content[0] : undefined;
  const listed = isRecord(position) ? position.top_logprobs : undefined;
  if (Array.isArray(listed))
    return listed.flatMap((each) =>
      isRecord(each) && typeof each.token === 'string' ? [{ token: each.token, logprob: each.logprob }] : [],
    );
  const table: unknown = Array.isArray(logprobs.top_logprobs) ? logprobs.top_logprobs[0] : undefined;
  return isRecord(table) ? Object.entries(table).map(([token, logprob]) => ({ token, logprob })) : undefined;
}

function toEnd(reason: unknown): RunnerAnswer['ended'] {
  return reason === 'length' ? 'length' : reason === 'content_filter' ? 'refused' : 'stop';
}

function errorOf({ error }: Record<string, unknown>): string | undefined {
  return asText(error) ?? (isRecord(error) ? asText(error.message) : undefined);
}

/** Chat answers have a message, plain completions a text; an answer that was streamed has both, one of them empty. */
function contentOf(spoken: unknown, first: unknown): unknown {
  const plain = isRecord(first) ? first.text : undefined;
  if (asText(spoken) !== undefined) return spoken;
  return asText(plain) ?? spoken ?? plain;
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
