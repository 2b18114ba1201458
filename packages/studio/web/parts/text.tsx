/** Texts of others: always text, never markup, each with a direction of its own so that it cannot turn what is around it. */
import type { ComponentChildren } from 'preact';
import { findWords } from '../tasks/find-words.ts';

/** For places that hold text alone, like titles and options: between the characters that isolate a direction. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

function Inline({ children }: { children: string }) {
  return <bdi>{children}</bdi>;
}

/** A paragraph; words that are looked for are marked. */
export function Passage({ text, words = [], kind = '' }: { text: string; words?: readonly string[]; kind?: string }) {
  return (
    <p class={`passage ${kind}`} dir="auto">
      <Marked text={text} words={words} />
    </p>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { start, end } of findWords(text, words)) {
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, end)}</mark>);
    from = end;
  }
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  );
}

/** Keywords or concepts; `missing` are those that a text still lacks. */
export function Chips({ words, missing, label }: { words: readonly string[]; missing?: ReadonlySet<string>; label: string }) {
  return (
    <ul class="chips" aria-label={label}>
      {words.map((word, i) => {
        const state = missing === undefined ? '' : missing.has(word) ? 'lacking' : 'used';
        return (
          <li key={`${i} ${word}`} class={`chip ${state}`}>
            <Inline>{word}</Inline>
            {state === 'used' && <span class="said"> (used)</span>}
            {state === 'lacking' && <span class="said"> (not used yet)</span>}
          </li>
        );
      })}
    </ul>
  );
}
