/** The settings of a study, for a new one and for one that runs. */
import { useState } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';
import { Field } from './field.tsx';
import type { Study } from './study-head.tsx';

export type Settings = Pick<
  Study,
  | 'title'
  | 'guideline'
  | 'consent'
  | 'background'
  | 'people'
  | 'order'
  | 'leaseMinutes'
  | 'goldRate'
  | 'mustAnswer'
  | 'qualification'
  | 'pay'
>;

interface SettingsFormProps {
  settings: Settings;
  label: string;
  save(settings: Settings): Promise<void>;
  disabled?: boolean;
}

export function SettingsForm({ settings, label, save, disabled = false }: SettingsFormProps) {
  const [own, setOwn] = useState<Settings>(() => pick(settings));
  const set = (change: Partial<Settings>) => setOwn({ ...own, ...change });
  const { qualification, pay } = own;
  return (
    <div class="settings">
      <Field label="Title" wide>
        {(id) => (
          <input
            id={id}
            type="text"
            maxLength={200}
            value={own.title}
            onInput={({ currentTarget }) => set({ title: currentTarget.value })}
          />
        )}
      </Field>
      <Field label="Guideline" help="Shown beside every item. Lines that begin with - or 1. become lists." wide>
        {(id) => (
          <textarea id={id} rows={8} value={own.guideline} onInput={({ currentTarget }) => set({ guideline: currentTarget.value })} />
        )}
      </Field>
      <div class="fields-line">
        <NumberField label="Answers an item needs" value={own.people} min={1} max={1000} set={(people) => set({ people })} />
        <Field label="Order of the items">
          {(id) => (
            <select
              id={id}
              value={own.order}
              onChange={({ currentTarget }) => set({ order: currentTarget.value === 'breadth' ? 'breadth' : 'finish' })}
            >
              <option value="finish">nearest to completion first</option>
              <option value="breadth">all once before any twice</option>
            </select>
          )}
        </Field>
        <NumberField
          label="Minutes an item is reserved"
          value={own.leaseMinutes}
          min={1}
          max={1440}
          set={(leaseMinutes) => set({ leaseMinutes })}
        />
        <NumberField
          label="Share of items with a known answer"
          help="In percent; needs known answers."
          value={Math.round(100 * own.goldRate)}
          min={0}
          max={50}
          set={(percent) => set({ goldRate: percent / 100 })}
        />
        <NumberField
          label="Items that a person must answer"
          help="In percent of those shown to the person, for the completion code. The others may be skipped."
          value={Math.round(100 * own.mustAnswer)}
          min={0}
          max={100}
          set={(percent) => set({ mustAnswer: percent / 100 })}
        />
      </div>
      <Field label="Consent text" help="Shown before the first item; the person must agree. Empty: nothing is asked." wide>
        {(id) => <textarea id={id} rows={3} value={own.consent} onInput={({ currentTarget }) => set({ consent: currentTarget.value })} />}
      </Field>
      <Field
        label="Background questions"
        help="One a line: name, question, and options apart by | (age | How old are you? | under 30 | 30 to 60 | over 60). Answering is optional for people."
        wide
      >
        {(id) => (
          <textarea
            id={id}
            rows={2}
            defaultValue={own.background.map(({ name, question, options = [] }) => [name, question, ...options].join(' | ')).join('\n')}
            onChange={({ currentTarget }) => set({ background: readQuestions(currentTarget.value) })}
          />
        )}
      </Field>
      <div class="fields-line">
        <Tick
          label="Qualification round"
          checked={qualification !== null}
          set={(on) => set({ qualification: on ? { items: 5, pass: 0.8, tries: 2 } : null })}
        />
        {qualification && (
          <>
            <NumberField
              label="Items in it"
              value={qualification.items}
              min={1}
              max={100}
              set={(items) => set({ qualification: { ...qualification, items } })}
            />
            <NumberField
              label="Right answers, in percent"
              value={Math.round(100 * qualification.pass)}
              min={0}
              max={100}
              set={(percent) => set({ qualification: { ...qualification, pass: percent / 100 } })}
            />
            <NumberField
              label="Tries"
              value={qualification.tries}
              min={1}
              max={5}
              set={(tries) => set({ qualification: { ...qualification, tries } })}
            />
          </>
        )}
      </div>
      <div class="fields-line">
        <Tick label="Pay by time" checked={pay !== null} set={(on) => set({ pay: on ? { perHour: 15, currency: 'EUR' } : null })} />
        {pay && (
          <>
            <NumberField label="An hour" value={pay.perHour} min={0} max={100_000} set={(perHour) => set({ pay: { ...pay, perHour } })} />
            <Field label="Currency">
              {(id) => (
                <input
                  id={id}
                  type="text"
                  maxLength={10}
                  value={pay.currency}
                  onInput={({ currentTarget }) => set({ pay: { ...pay, currency: currentTarget.value } })}
                />
              )}
            </Field>
          </>
        )}
      </div>
      <ActionButton kind="primary" disabled={disabled || own.title.trim() === ''} act={() => save(own)}>
        {label}
      </ActionButton>
    </div>
  );
}

function pick({
  title,
  guideline,
  consent,
  background,
  people,
  order,
  leaseMinutes,
  goldRate,
  mustAnswer,
  qualification,
  pay,
}: Settings): Settings {
  return { title, guideline, consent, background, people, order, leaseMinutes, goldRate, mustAnswer, qualification, pay };
}

/** A line without a question is left out. */
function readQuestions(text: string): Settings['background'] {
  return text.split('\n').flatMap((line) => {
    const [name = '', question = '', ...options] = line.split('|').map((part) => part.trim());
    if (name === '') return [];
    return [{ name: name.slice(0, 40), question: question || name, ...(options.length > 0 ? { options } : {}) }];
  });
}

interface NumberFieldProps {
  label: string;
  help?: string;
  value: number;
  min: number;
  max: number;
  set(value: number): void;
}

function NumberField({ label, help, value, min, max, set }: NumberFieldProps) {
  return (
    <Field label={label} help={help}>
      {(id) => (
        <input id={id} type="number" min={min} max={max} value={value} onInput={({ currentTarget }) => set(Number(currentTarget.value))} />
      )}
    </Field>
  );
}

function Tick({ label, checked, set }: { label: string; checked: boolean; set(on: boolean): void }) {
  return (
    <label class="tick">
      <input type="checkbox" checked={checked} onChange={({ currentTarget }) => set(currentTarget.checked)} /> {label}
    </label>
  );
}
