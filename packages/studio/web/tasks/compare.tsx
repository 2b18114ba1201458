/** Comparing two to six outputs under letters: the better of two by one key, more by letters from best to worst; ties share a place. */

import { useState } from 'preact/hooks';
import { Key } from '../parts/key.tsx';
import { Passage } from '../parts/text.tsx';
import { useKeys } from '../parts/use-keys.ts';
import { fieldOf, isRecord, textOf } from './read-json.ts';
import { definePage, type ViewProps } from './task-page.tsx';

interface ShownOutputs {
  given: string;
  outputs: { letter: string; text: string }[];
}

/** Places by letter: 1 is the best. */
type Places = Readonly<Record<string, number>>;

export const comparePage = definePage<ShownOutputs, Places>({
  names: ['compare'],
  read(shown) {
    const [given, outputs] = [textOf(shown, 'given'), fieldOf(shown, 'outputs')];
    if (given === null || !Array.isArray(outputs)) return null;
    const read = outputs.flatMap((one: unknown) => {
      // Who settles disagreements sees the systems' names.
      const [letter, text] = [textOf(one, 'letter') ?? textOf(one, 'system'), textOf(one, 'text')];
      return letter === null || text === null ? [] : [{ letter, text }];
    });
    return read.length === outputs.length && read.length > 0 ? { given, outputs: read } : null;
  },
  draft(value, { outputs }) {
    const places = fieldOf(value, 'places');
    if (outputs.length === 1) return { [outputs[0].letter]: 1 };
    return isRecord(places)
      ? Object.fromEntries(Object.entries(places).flatMap(([key, place]) => (typeof place === 'number' ? [[key, place]] : [])))
      : {};
  },
  value: (places) => ({ places }),
  missing(places, { outputs }) {
    const open = outputs.filter(({ letter }) => !(letter in places)).map(({ letter }) => letter);
    if (open.length === 0) return null;
    return outputs.length === 2 ? 'Which one is better?' : `${open.join(', ')}: no place yet.`;
  },
  title: ({ given }) => given,
  choiceOnly: true,
  keys: [
    { keys: 'a b', does: 'of two outputs: this one is better; t: both are equally good' },
    { keys: 'a … f', does: 'of more: letters from the best to the worst' },
    { keys: '↑ ↓ and 1 … 6', does: 'choose an output and give it a place; equal outputs share one' },
    { keys: 'Backspace', does: 'take all places back' },
  ],
  View: (props) => (props.shown.outputs.length === 2 ? <TwoOutputs {...props} /> : <Ranking {...props} />),
});

type Props = ViewProps<ShownOutputs, Places>;

function TwoOutputs({ shown: { given, outputs }, draft, change, send, active, atOnce }: Props) {
  const [first, second] = outputs.map(({ letter }) => letter);
  const say = (one: number, other: number) => {
    const places = { [first]: one, [second]: other };
    change(places);
    if (atOnce) send(places);
  };
  useKeys(
    {
      a: () => say(1, 2),
      b: () => say(2, 1),
      t: () => say(1, 1),
      '=': () => say(1, 1),
      '1': () => say(1, 2),
      '2': () => say(2, 1),
      ArrowLeft: () => say(1, 2),
      ArrowRight: () => say(2, 1),
      Backspace: () => change({}),
    },
    active,
  );
  const tied = draft[first] !== undefined && draft[first] === draft[second];
  return (
    <>
      <Given text={given} />
      <div class="outputs two">
        {outputs.map(({ letter, text }, i) => (
          <Output key={letter} letter={letter} text={text} state={stateOf(draft, letter, outputs.length)}>
            <button type="button" aria-pressed={!tied && draft[letter] === 1} onClick={() => say(i === 0 ? 1 : 2, i === 0 ? 2 : 1)}>
              <bdi>{letter}</bdi> is better <Key>{'ab'[i]}</Key>
            </button>
          </Output>
        ))}
      </div>
      <button type="button" class="tie" aria-pressed={tied} onClick={() => say(1, 1)}>
        Equally good <Key>t</Key>
      </button>
    </>
  );
}

function Ranking({ shown: { given, outputs }, draft, change, active }: Props) {
  const [current, setCurrent] = useState(0);
  const give = (letter: string, place: number) => change({ ...draft, [letter]: place });
  const next = () => Math.max(0, ...Object.values(draft)) + 1;
  const places = outputs.map((_, i) => i + 1);
  useKeys(
    {
      ...Object.fromEntries(outputs.map(({ letter }, i) => ['abcdef'[i], () => letter in draft || give(letter, next())])),
      ...Object.fromEntries(places.map((place) => [String(place), () => give(outputs[current].letter, place)])),
      ArrowDown: () => setCurrent(Math.min(outputs.length - 1, current + 1)),
      ArrowUp: () => setCurrent(Math.max(0, current - 1)),
      Backspace: () => change({}),
    },
    active,
  );
  return (
    <>
      <Given text={given} />
      {outputs.length === 1 && <p class="help">All systems gave this output. Send it on, or leave a note.</p>}
      {outputs.length > 1 && (
        <p class="help">Press the letters from the best to the worst, or give each a place. Equally good outputs share a place.</p>
      )}
      <div class="outputs many">
        {outputs.map(({ letter, text }, i) => (
          <Output
            key={letter}
            letter={letter}
            text={text}
            state={`${stateOf(draft, letter, outputs.length)} ${active && i === current ? 'current' : ''}`}
          >
            {outputs.length > 1 && (
              <fieldset class="places" onFocusIn={() => setCurrent(i)}>
                <legend class="said">
                  Place of <bdi>{letter}</bdi>
                </legend>
                {places.map((place) => (
                  <button type="button" key={place} aria-pressed={draft[letter] === place} onClick={() => give(letter, place)}>
                    {place}
                  </button>
                ))}
              </fieldset>
            )}
          </Output>
        ))}
      </div>
    </>
  );
}

function stateOf(places: Places, letter: string, outputs: number): string {
  const place = places[letter];
  return place === undefined || outputs === 1 ? '' : place === Math.min(...Object.values(places)) ? 'best' : 'placed';
}

function Given({ text }: { text: string }) {
  return (
    <div class="shown">
      <h3>Given</h3>
      <Passage text={text} />
    </div>
  );
}

function Output({ letter, text, state, children }: { letter: string; text: string; state: string; children: preact.ComponentChildren }) {
  return (
    <section class={`output ${state}`}>
      <h3>
        <bdi>{letter}</bdi>
      </h3>
      {text.trim() === '' ? <p class="passage large empty">(the output is empty)</p> : <Passage text={text} kind="large" />}
      {children}
    </section>
  );
}
