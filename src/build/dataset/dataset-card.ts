/** The dataset card (README.md): a front matter that dataset hubs read, then a datasheet (Gebru et al., 2021) of questions and answers. */
import { stringify } from 'yaml';

export interface CardSection {
  title: string;
  /** Markdown before the questions. */
  text?: string;
  questions?: readonly { question: string; answer: string }[];
}

export interface DatasetCard {
  title: string;
  summary: string;
  frontMatter: Readonly<Record<string, unknown>>;
  sections: readonly CardSection[];
}

export function renderCard({ title, summary, frontMatter, sections }: DatasetCard): string {
  const parts = [`# ${title.replace(/\s+/g, ' ')}`, summary];
  for (const { title: heading, text, questions = [] } of sections) {
    parts.push(`## ${heading}`);
    if (text) parts.push(text);
    for (const { question, answer } of questions) parts.push(`**${question}** ${answer}`);
  }
  return `---\n${stringify(frontMatter)}---\n\n${parts.map((part) => withoutHtml(part.trim())).join('\n\n')}\n`;
}

/** Names and texts of the data are in all parts, and our own words have no HTML: so none begins anywhere, in code neither. */
function withoutHtml(markdown: string): string {
  return markdown.replaceAll('<', '&lt;');
}

/** The hub's words for a size. */
export function sizeCategory(rows: number): string {
  const limits: readonly (readonly [number, string])[] = [
    [1e3, 'n<1K'],
    [1e4, '1K<n<10K'],
    [1e5, '10K<n<100K'],
    [1e6, '100K<n<1M'],
  ];
  return limits.find(([limit]) => rows < limit)?.[1] ?? '1M<n<10M';
}
