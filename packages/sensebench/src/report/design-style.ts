/** The style that reports, dataset pages, studio and leaderboards share: colours, type, spacing, tables, empty states, print. */

/** Text on `--paper` has a contrast of at least 4.5 in light and dark. The build of the studio puts this before its own style sheets. */
export const DESIGN_STYLE = `
:root { color-scheme: light dark;
  --ink: light-dark(#1b1f24, #e6edf3); --soft: light-dark(#57606a, #9aa7b4); --line: light-dark(#d8dee4, #30363d); --edge: light-dark(#8c959f, #6e7681); --paper: light-dark(#ffffff, #0d1117); --raised: light-dark(#f6f8fa, #161b22);
  --accent: light-dark(#0b5cad, #6cb6ff); --on-accent: light-dark(#ffffff, #0d1117); --good: light-dark(#1a7f37, #56d364); --bad: light-dark(#b3261e, #ff7b72); --warn: light-dark(#7a4d00, #e3b341); --good-paper: light-dark(#eaf7ee, #10251a);
  --bad-paper: light-dark(#fdeeed, #2d1414); --warn-paper: light-dark(#fff6e0, #2b2208); --first: light-dark(#0072b2, #56b4e9); --second: light-dark(#b35900, #f0a35e); --both: light-dark(#7a3e9d, #d2a8ff); --mark: light-dark(#fff0b8, #4d3d00); --shade: light-dark(rgb(0 0 0 / .22), rgb(255 255 255 / .28));
  --tiny: .8rem; --small: .875rem; --text: 1rem; --lead: 1.125rem; --heading: 1.25rem; --title: 1.75rem;
  --gap-1: .25rem; --gap-2: .5rem; --gap-3: .75rem; --gap-4: 1rem; --gap-5: 1.5rem; --gap-6: 2.5rem; --round: .5rem; --page: 72rem;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
[data-theme=light] { color-scheme: light; }
[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; font: var(--text)/1.55 var(--sans); color: var(--ink); background: var(--paper); }
h1 { font-size: var(--title); line-height: 1.2; margin: var(--gap-4) 0 var(--gap-1); overflow-wrap: anywhere; text-wrap: balance; }
h2 { font-size: var(--heading); line-height: 1.3; margin: var(--gap-6) 0 var(--gap-3); padding-bottom: var(--gap-1); border-bottom: 1px solid var(--line); }
h3 { font-size: var(--text); margin: var(--gap-5) 0 var(--gap-2); }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.skip { position: absolute; left: -999rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--paper); padding: .25rem .5rem; z-index: 3; }
.subtitle, .note, .soft, .loading { color: var(--soft); }
.subtitle { margin: var(--gap-1) 0 var(--gap-3); }
.brand { font-weight: 700; color: var(--ink); text-decoration: none; }
.tabs { display: flex; flex-wrap: wrap; gap: 0 1.1rem; border-bottom: 1px solid var(--line); margin: var(--gap-3) 0 var(--gap-5); }
.tabs a { padding: .5rem .1rem; text-decoration: none; color: var(--soft); }
.tabs a:hover { color: var(--ink); }
.tabs a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
.scroll { overflow-x: auto; max-width: 100%; margin-bottom: 1.25rem; background: linear-gradient(to right, var(--paper) 40%, transparent) left / 2.5rem 100% no-repeat local, linear-gradient(to left, var(--paper) 40%, transparent) right / 2.5rem 100% no-repeat local,
    linear-gradient(to right, var(--shade), transparent) left / .8rem 100% no-repeat scroll, linear-gradient(to left, var(--shade), transparent) right / .8rem 100% no-repeat scroll; }
table { border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; min-width: 50%; }
caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
th, td { padding: .4rem .9rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th { font-weight: 500; }
th.number, td.number { text-align: right; }
td.number { white-space: nowrap; }
code, kbd { font: .88em var(--mono); }
code { background: var(--raised); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: var(--gap-3); margin: var(--gap-4) 0; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: var(--round); padding: .8rem 1rem; min-width: 0; overflow-wrap: anywhere; }
.empty-state { border: 1px dashed var(--edge); border-radius: var(--round); padding: var(--gap-5); text-align: center; color: var(--soft); }
@media (max-width: 40rem) { h1 { font-size: 1.45rem; } th, td { padding-right: .6rem; } }
@media print {
  :root[data-theme], :root { color-scheme: light; --raised: #ffffff; }
  nav, .skip, .controls, header.site, button, .button, .no-print { display: none !important; }
  a { color: inherit; text-decoration: none; }
  h2, h3 { break-after: avoid; }
  section, figure, tr, .card { break-inside: avoid-page; }
}
`;
