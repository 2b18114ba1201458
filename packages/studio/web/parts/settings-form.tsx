/** The settings of a study, for a new one and for one that runs. */
import { useState } from 'preact/hooks';
import { ActionButton } from './action-button.tsx';
import { Field, NumberField, SelectField, TextField, Tick } from './field.tsx';
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
      <TextField label="Title" wide maxLength={200} value={own.title} set={(title) => set({ title })} />
      <TextField
        label="Guideline"
        help="Shown beside every item. Lines that start with - or 1. become lists."
        wide
        rows={8}
        value={own.guideline}
        set={(guideline) => set({ guideline })}
      />
      <div class="fields-line">
        <NumberField label="Answers per item" value={own.people} min={1} max={1000} set={(people) => set({ people })} />
        <SelectField
          label="Order of the items"
          value={own.order}
          set={(value) => set({ order: value === 'breadth' ? 'breadth' : 'finish' })}
        >
          <option value="finish">nearly complete first</option>
          <option value="breadth">each once before any twice</option>
        </SelectField>
        <NumberField
          label="Minutes reserved per item"
          value={own.leaseMinutes}
          min={1}
          max={1440}
          set={(leaseMinutes) => set({ leaseMinutes })}
        />
        <NumberField
          label="Share of known items"
          help="In percent."
          value={Math.round(100 * own.goldRate)}
          min={0}
          max={50}
          set={(percent) => set({ goldRate: percent / 100 })}
        />
        <NumberField
          label="Required share of items"
          help="In percent of the items shown to a person. Fewer answers give no completion code."
          value={Math.round(100 * own.mustAnswer)}
          min={0}
          max={100}
          set={(percent) => set({ mustAnswer: percent / 100 })}
        />
      </div>
      <TextField
        label="Consent text"
        help="Shown before the first item; annotators must agree to it. Leave empty for none."
        wide
        rows={3}
        value={own.consent}
        set={(consent) => set({ consent })}
      />
      <Field
        label="Background questions"
        help="One per line: name, question and options separated by |, such as age | How old are you? | under 30 | 30 to 60 | over 60. Answers are optional."
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
              label="Items"
              value={qualification.items}
              min={1}
              max={100}
              set={(items) => set({ qualification: { ...qualification, items } })}
            />
            <NumberField
              label="Required correct answers (percent)"
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
        <Tick label="Paid by time" checked={pay !== null} set={(on) => set({ pay: on ? { perHour: 15, currency: 'EUR' } : null })} />
        {pay && (
          <>
            <NumberField label="Per hour" value={pay.perHour} min={0} max={100_000} set={(perHour) => set({ pay: { ...pay, perHour } })} />
            <TextField label="Currency" maxLength={10} value={pay.currency} set={(value) => set({ pay: { ...pay, currency: value } })} />
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
