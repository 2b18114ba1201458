/** Judging one output by criteria: what the system was given, what it gave, and a yes, no or unsure for each criterion. */
import { JUDGEMENT_KEYS, Judgements, missingJudgement } from '../parts/judgements.tsx';
import { Passage } from '../parts/text.tsx';
import { isRecord, textOf } from './read-json.ts';
import { definePage } from './task-page.tsx';

interface ShownOutput {
  given: string;
  output: string;
}

export const criteriaPage = definePage<ShownOutput, unknown>({
  names: ['criteria'],
  read(shown) {
    const [given, output] = [textOf(shown, 'given'), textOf(shown, 'output')];
    return given === null || output === null ? null : { given, output };
  },
  draft: (value) => (isRecord(value) ? value : {}),
  value: (draft) => draft,
  missing: (draft, _, { fields }) => missingJudgement(fields, draft),
  title: ({ output }) => output,
  choiceOnly: true,
  keys: JUDGEMENT_KEYS,
  View: ({ shown: { given, output }, form, draft, change, active, atOnce, send }) => (
    <>
      <div class="shown">
        <h3>Given</h3>
        <Passage text={given} />
        <h3>Output</h3>
        {output.trim() === '' ? <p class="passage large empty">(the output is empty)</p> : <Passage text={output} kind="large" />}
      </div>
      <Judgements fields={form.fields} value={draft} change={change} active={active} atOnce={atOnce} send={send} />
    </>
  ),
});
