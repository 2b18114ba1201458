/** A self-contained HTML page: no network, works from disk, light and dark, wide and narrow, on paper. */
import { createHash } from 'node:crypto';
import { escapeHtml, escapeScriptJson } from './escape.ts';
import { STYLE } from './style.ts';

export interface Section {
  id: string;
  title: string;
  /** Markup that is already escaped. */
  html: string;
}

export interface Page {
  title: string;
  /** A line under the title. */
  subtitle?: string;
  sections: readonly Section[];
  /** Data for the script, by the id of its script element. */
  data?: Readonly<Record<string, unknown>>;
  /** Data that the page shows something without: written behind the script, which runs before the browser has read them. */
  laterData?: Readonly<Record<string, unknown>>;
  /** Rules beside the common style sheet. */
  style?: string;
  /** Plain JavaScript, run when the page is there. */
  script?: string;
  /** How it was made: version, time, hashes. */
  footer?: string;
}

export function renderPage({ title, subtitle, sections, data = {}, laterData = {}, style = '', script, footer }: Page): string {
  const links = sections.map((section) => `<a href="#${section.id}">${escapeHtml(section.title)}</a>`).join('\n');
  const body = sections.map(
    ({ id, title: heading, html }) =>
      `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeHtml(heading)}</h2>\n${html}\n</section>`,
  );
  const { html: main, css } = takeStyles(body.join('\n'));
  const styles = STYLE + style + css;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${hashesOf([styles])}; script-src ${hashesOf(script ? [script] : [])}; img-src data:">
<title>${escapeHtml(title)}</title>
<style>${styles}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><h1>${escapeHtml(title)}</h1>${subtitle ? `<p class="subtitle">${escapeHtml(subtitle)}</p>` : ''}
<nav aria-label="Sections">${links}</nav></header>
<main id="main">
${main}
</main>
${footer ? `<footer>${escapeHtml(footer)}</footer>` : ''}
${embedded(data)}
${script ? `<script>${script}</script>` : ''}
${embedded(laterData)}
</body>
</html>
`;
}

function embedded(data: Readonly<Record<string, unknown>>): string {
  return Object.entries(data)
    .map(([id, value]) => `<script type="application/json" id="${id}">${escapeScriptJson(value)}</script>`)
    .join('\n');
}

/** Figures bring their rules with them; a style element may be in the head only. Text of others is escaped and has no such element. */
function takeStyles(html: string): { html: string; css: string } {
  const rules = new Set<string>();
  const bare = html.replace(/<style>(.*?)<\/style>/gs, (_, css: string) => {
    rules.add(css);
    return '';
  });
  return { html: bare, css: [...rules].join('\n') };
}

/** Sources of a policy: only the page's own style and script elements are obeyed, whatever text might slip in. */
function hashesOf(contents: readonly string[]): string {
  const hashes = new Set(contents.map((content) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`));
  return hashes.size > 0 ? [...hashes].join(' ') : "'none'";
}
