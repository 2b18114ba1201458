/** One of some choices, as buttons in a row that a digit presses. */

import { useId, useRef } from 'preact/hooks';
import { Key } from './key.tsx';

export interface Choice {
  value: string | number | boolean;
  label: string;
  /** Shown as the key that chooses it. */
  hint?: string;
}

interface ChoicesProps {
  label: string;
  help?: string;
  choices: readonly Choice[];
  chosen: Choice['value'] | undefined;
  /** `picked`: by a click. Arrow keys pass over choices that are not meant. */
  choose(value: Choice['value'], picked: boolean): void;
  /** The group that keys are for now. */
  current?: boolean;
  onFocus?(): void;
  number?: number;
  plain?: boolean;
}

export function Choices({ label, help, choices, chosen, choose, current = false, onFocus, number, plain = false }: ChoicesProps) {
  const name = useId();
  const clicked = useRef(false);
  return (
    <fieldset class={`choices ${current ? 'current' : ''} ${plain ? 'plain' : ''}`} onFocusIn={onFocus}>
      <legend dir="auto">
        {number !== undefined && <span class="count">{number}</span>} {label}
      </legend>
      {help && (
        <p class="help" dir="auto">
          {help}
        </p>
      )}
      <div class="segments">
        {choices.map(({ value, label: text, hint }) => (
          <label key={String(value)} class={`segment ${toneOf(value)}`}>
            <input
              type="radio"
              name={name}
              checked={chosen === value}
              onClick={({ detail }) => {
                clicked.current = detail > 0;
              }}
              onChange={() => choose(value, clicked.current)}
            />
            <span>
              <bdi>{text}</bdi>
              {hint && (current || plain) && <Key>{hint}</Key>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function toneOf(value: Choice['value']): string {
  return value === 'yes' || value === 'correct' ? 'good' : value === 'no' || value === 'incorrect' ? 'bad' : '';
}
