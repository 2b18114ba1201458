/** Importing answers from files: known ones that check annotators, and answers collected elsewhere. */
import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ActionButton } from './action-button.tsx';
import { Field, SelectField } from './field.tsx';
import { Warnings } from './loading.tsx';
import { count } from './time.ts';

const FORMATS = ['jsonl', 'csv', 'prolific', 'mturk'] as const;

export function Bring({ study, goldItems, done }: { study: string; goldItems: number; done(): Promise<void> }) {
  return (
    <>
      <FileOf
        title={`Known answers (${count(goldItems, 'item')} so far)`}
        formats={['jsonl', 'csv']}
        send={async (text, format) => {
          const body = { text, format: format === 'csv' ? ('csv' as const) : ('jsonl' as const) };
          const { items, unknown, warnings } = await call('post', '/api/studies/{study}/gold', { params: { study }, body });
          await done();
          return { said: `${count(items, 'item')} with a known answer; ${count(unknown, 'line')} without a matching item.`, warnings };
        }}
      />
      <FileOf
        title="Answers collected elsewhere"
        formats={FORMATS}
        send={async (text, format) => {
          const { imported, known, unknown, warnings } = await call('post', '/api/studies/{study}/import', {
            params: { study },
            body: { text, format },
          });
          await done();
          return { said: `${count(imported, 'answer')} imported, ${known} already present, ${unknown} without a matching item.`, warnings };
        }}
      />
    </>
  );
}

type Format = (typeof FORMATS)[number];

interface FileProps {
  title: string;
  formats: readonly Format[];
  send(text: string, format: Format): Promise<{ said: string; warnings: readonly string[] }>;
}

function FileOf({ title, formats, send }: FileProps) {
  const [file, setFile] = useState<File | null>(null);
  const [format, setFormat] = useState<Format>('jsonl');
  const [result, setResult] = useState<{ said: string; warnings: readonly string[] } | null>(null);
  return (
    <div class="fields-line">
      <Field label={title}>
        {(id) => (
          <input
            id={id}
            type="file"
            accept=".jsonl,.csv,.json,.txt"
            onChange={({ currentTarget }) => {
              const [chosen = null] = currentTarget.files ?? [];
              setFile(chosen);
              if (chosen) setFormat(chosen.name.endsWith('.csv') ? 'csv' : 'jsonl');
            }}
          />
        )}
      </Field>
      <SelectField label="Format" value={format} set={(value) => setFormat(formats.find((one) => one === value) ?? 'jsonl')}>
        {formats.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </SelectField>
      <ActionButton disabled={!file} act={async () => setResult(file ? await send(await file.text(), format) : null)}>
        Import
      </ActionButton>
      <div role="status" class="wide">
        {result?.said}
        {result && <Warnings texts={result.warnings} />}
      </div>
    </div>
  );
}
