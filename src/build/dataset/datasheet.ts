/** The datasheet of a card: 39 questions with what build, benchmark and owner answer, and a list of those that nobody answered. */
import type { CardSection, DatasetContent } from './dataset-content.ts';
import { DATASHEET_QUESTIONS } from './datasheet-questions.ts';
import { type CardFacts, knownAnswers } from './known-answers.ts';

/** A benchmark knows its rows better than the writer does, so its answer replaces the general one; the owner's words are added. */
export function datasheetSections(content: DatasetContent, facts: CardFacts): CardSection[] {
  const known = { ...knownAnswers(content, facts), ...content.answers };
  const given = content.datasheet?.answers ?? {};
  const sections = new Map<string, { question: string; answer: string }[]>();
  const open: string[] = [];
  for (const { section, name, question } of DATASHEET_QUESTIONS) {
    const answer = [known[name], given[name]].filter(Boolean).join(' ');
    if (answer === '') open.push(`- ${question} (\`${name}\`)`);
    else sections.set(section, [...(sections.get(section) ?? []), { question, answer }]);
  }
  return [
    ...versionSection(content),
    ...Array.from(sections, ([title, questions]) => ({ title, questions })),
    ...(open.length > 0
      ? [
          {
            title: 'Questions without an answer',
            text: `${open.length} of the ${DATASHEET_QUESTIONS.length} questions of the datasheet are open. Their names in datasheet.yaml are in brackets.\n\n${open.join('\n')}`,
          },
        ]
      : []),
  ];
}

function versionSection({ datasheet }: DatasetContent): CardSection[] {
  const { version, errata = [] } = datasheet ?? {};
  if (!version && errata.length === 0) return [];
  const listed = errata.map(({ version: fixed, date, text }) => `- ${fixed}${date ? ` (${date})` : ''}: ${text.replace(/\s+/g, ' ')}`);
  const parts = [
    `Version ${version ?? 'not given'}.`,
    ...(listed.length > 0 ? ['Errata, by the version that corrects them:', listed.join('\n')] : []),
  ];
  return [{ title: 'Version', text: parts.join('\n\n') }];
}
