/** A self-contained HTML page: no network, works from disk, light and dark, wide and narrow, on paper. */
import { createHash } from 'node:crypto';
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
<header><h1>${isolateHtml(title)}</h1>${subtitle ? `<p class="subtitle">${isolateHtml(subtitle)}</p>` : ''}
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

/** The style sheet of every page: one column, system fonts, light and dark by the reader's setting, readable on a phone and on paper. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --paper: #ffffff; --raised: #f6f8fa; --accent: #0b5cad; --good: #1a7f37; --bad: #b3261e;
  --first: #0072b2; --second: #b35900; --both: #7a3e9d; --shade: rgb(0 0 0 / .22); }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa7b4; --line: #30363d; --paper: #0d1117; --raised: #161b22; --accent: #6cb6ff; --good: #56d364; --bad: #ff7b72;
  --first: #56b4e9; --second: #f0a35e; --both: #d2a8ff; --shade: rgb(255 255 255 / .28); } }
* { box-sizing: border-box; }
a, b, small, span, code { unicode-bidi: isolate; }
html { scroll-behavior: smooth; }
@media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
body { margin: 0 auto; max-width: 68rem; padding: 1.5rem 1.25rem 4rem; font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; color: var(--ink); background: var(--paper); }
h1 { font-size: 1.8rem; line-height: 1.2; margin: .5rem 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
.subtitle, footer, .note { color: var(--soft); }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin-top: .75rem; font-size: .95rem; }
a { color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible, select:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; z-index: 1; }
.scroll { overflow-x: auto; max-width: 100%; margin-bottom: 1.25rem; background: linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .8rem 100% no-repeat scroll, linear-gradient(to left, var(--shade), transparent) right / .8rem 100% no-repeat scroll; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; min-width: 50%; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { padding: .35rem .8rem .35rem 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 500; }
@media (min-width: 40rem) { tbody th { min-width: 8rem; } }
th.number, td.number { text-align: right; }
td.number { white-space: nowrap; }
td small { display: block; color: var(--soft); font-size: .82em; }
th button.sort { font: inherit; font-weight: 700; color: inherit; background: none; border: 0; padding: 0; min-height: 0; text-align: inherit; cursor: pointer; }
th button.sort::after { content: " \\2195"; color: var(--soft); font-weight: 400; }
th[aria-sort=descending] button.sort::after { content: " \\2193"; color: var(--ink); }
th[aria-sort=ascending] button.sort::after { content: " \\2191"; color: var(--ink); }
.answer-first { font-size: 1.1rem; margin: .3rem 0; padding-left: 1.1rem; }
.answer-first li { margin: .25rem 0; }
tr.muted > * { color: var(--soft); font-style: italic; }
figure { margin: 1.25rem 0; max-width: 100%; }
figure .scroll { margin-bottom: 0; }
figure figure { margin: 0; }
figure.plot svg { max-width: 100%; height: auto; color: var(--ink); }
figure.plot [class*=swatches] { font-size: .85rem; --swatch-size: .8rem; }
figcaption { color: var(--soft); font-size: .9rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; }
.card b { display: block; font-size: 1.35rem; line-height: 1.2; }
.card span { color: var(--soft); font-size: .85rem; }
code, kbd { font: .88em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--raised); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--raised); padding: .75rem 1rem; border-radius: .5rem; overflow-x: auto; }
pre code { background: none; padding: 0; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .85rem; overflow-wrap: anywhere; }
@media (max-width: 40rem) { figure.plot svg[role=img] { min-width: 34rem; } body { padding: 1rem .9rem 3rem; } h1 { font-size: 1.45rem; } th, td { padding-right: .6rem; } }
@media print { body { max-width: none; padding: 0; } nav, .skip, .controls { display: none; } section { break-inside: avoid-page; } a { color: inherit; text-decoration: none; } }
`;
