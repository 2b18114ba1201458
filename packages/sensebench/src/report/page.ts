/** A self-contained HTML page: no network, works from disk, light and dark, wide and narrow, on paper. */
import { createHash } from 'node:crypto';
import { DESIGN_STYLE } from './design-style.ts';
import { escapeHtml, escapeScriptJson, isolateHtml } from './escape.ts';

export interface Section {
  id: string;
  title: string;
  /** Markup that is already escaped. */
  html: string;
}

export interface Page {
  title: string;
  /** The line below the title. */
  subtitle?: string;
  sections: readonly Section[];
  /** Data for the script, by the id of its script element. */
  data?: Readonly<Record<string, unknown>>;
  /** Data that the page does not need at first. They come after the script, which runs before the browser has read them. */
  laterData?: Readonly<Record<string, unknown>>;
  /** Rules in addition to the common style sheet. */
  style?: string;
  /** Plain JavaScript, which runs after the markup above it. */
  script?: string;
  /** Details of its creation: version, time, hashes. */
  footer?: string;
}

export function renderPage({ title, subtitle, sections, data = {}, laterData = {}, style = '', script, footer }: Page): string {
  const links = sections.map((section) => `<a href="#${section.id}">${escapeHtml(section.title)}</a>`).join('\n');
  const body = sections.map(
    ({ id, title: heading, html }) =>
      `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${escapeHtml(heading)}</h2>\n${html}\n</section>`,
  );
  const { html: main, css } = takeStyles(body.join('\n'));
  const styles = DESIGN_STYLE + PAGE_STYLE + style + css;
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
<header><span class="brand">sensebench</span><h1>${isolateHtml(title)}</h1>${subtitle ? `<p class="subtitle">${isolateHtml(subtitle)}</p>` : ''}</header>
<nav aria-label="Sections" class="tabs">${links}</nav>
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

/** What a page adds to the common style: one column, its figures, and tables that can be sorted. */
const PAGE_STYLE = `
a, b, small, span, code { unicode-bidi: isolate; }
html { scroll-behavior: smooth; scroll-padding-top: 3.5rem; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: var(--page); padding: .9rem 1.25rem 4rem; }
header { margin-bottom: var(--gap-5); }
header .tabs { margin-bottom: 0; }
nav.tabs { position: sticky; top: 0; z-index: 2; background: var(--paper); }
@media (max-width: 40rem) { nav.tabs { position: static; } }
tbody th { font-weight: 500; }
@media (min-width: 40rem) { tbody th { min-width: 8rem; } }
td small { display: block; color: var(--soft); font-size: .82em; }
th button.sort { font: inherit; font-weight: 700; color: inherit; background: none; border: 0; padding: 0; min-height: 0; text-align: inherit; cursor: pointer; }
th button.sort::after { content: " \\2195"; color: var(--soft); font-weight: 400; }
th[aria-sort=descending] button.sort::after { content: " \\2193"; color: var(--ink); }
th[aria-sort=ascending] button.sort::after { content: " \\2191"; color: var(--ink); }
.answer-first { font-size: var(--lead); margin: .3rem 0; padding-left: 1.1rem; }
.answer-first li { margin: .25rem 0; }
tr.muted > * { color: var(--soft); font-style: italic; }
figure { margin: 1.25rem 0; max-width: 100%; }
figure .scroll { margin-bottom: 0; }
figure figure { margin: 0; max-width: none; }
figure.plot svg { max-width: 100%; height: auto; color: var(--ink); }
figure.plot svg[role=img] { width: 100%; }
figure.plot [class*=swatches] { font-size: var(--small); --swatch-size: .8rem; }
figcaption { color: var(--soft); font-size: var(--small); margin-bottom: var(--gap-2); }
.card b { display: block; font-size: 1.3rem; line-height: 1.3; }
.card span { color: var(--soft); font-size: var(--small); }
pre { background: var(--raised); padding: .75rem 1rem; border-radius: var(--round); overflow-x: auto; }
pre code { background: none; padding: 0; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: var(--small); color: var(--soft); overflow-wrap: anywhere; }
@media (max-width: 40rem) { figure.plot svg[role=img] { min-width: 34rem; } body { padding: .9rem .9rem 3rem; } }
@media print { body { max-width: none; padding: 0; } }
`;
