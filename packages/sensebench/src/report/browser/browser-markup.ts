/** The markup of a list that the page's script fills: search, filters, the list, and the selected row beside it. */
import { escapeHtml } from '../escape.ts';

/** The style of these lists and of the rows that they show. */
export const BROWSER_STYLE = `
h1, h3, h4, p, figcaption { overflow-wrap: anywhere; }
#scores tbody th, #scores td, #breakdowns tbody th, #breakdowns td { white-space: nowrap; }
#scores td:not(.number) { white-space: normal; min-width: 15rem; }
.downloads { font-size: .85rem; color: var(--soft); margin: .35rem 0 1.25rem; }
.downloads a { margin-left: .5rem; }
mark { color: inherit; background: none; border-bottom: 2.5px solid var(--line); border-radius: 0; padding: 0 .05em; font-weight: 600; }
mark.first, .chip.first { border-color: var(--first); color: var(--first); }
mark.second, .chip.second { border-color: var(--second); color: var(--second); }
mark.later { border-bottom-style: dotted; }
.chip.later { border-style: dotted; }
mark.later, .chip.later { border-color: var(--soft); color: var(--soft); }
mark.both, .chip.both { border-color: var(--both); color: var(--both); }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; margin: .35rem 0; padding: 0; list-style: none; }
.chip { border: 1.5px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .88rem; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.chip.missing { border-style: dashed; color: var(--bad); border-color: var(--bad); text-decoration: line-through; }
.chip.astray::after { content: " \\2260"; font-weight: 700; }
.choices { margin: .35rem 0; padding: 0; list-style: none; }
.choices li { padding: .1rem .6rem; border-left: 3px solid var(--line); margin: .15rem 0; overflow-wrap: anywhere; }
.choices li.right { border-color: var(--good); }
.choices li.right::after { content: " \\2713"; color: var(--good); font-weight: 700; }
.answer.right { color: var(--good); }
.answer.wrong { color: var(--bad); }
dd .sentences { margin: 0; padding-left: 1.1rem; }
.item-link { font-weight: 400; font-size: .85rem; margin-left: .4rem; }
.prompt summary { color: var(--soft); font-size: .85rem; cursor: pointer; }
.prompt pre { white-space: pre-wrap; overflow-wrap: anywhere; max-height: 20rem; overflow-y: auto; font-size: .85rem; margin: .3rem 0; }
.legend { font-size: .85rem; color: var(--soft); }
.case { border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; margin: .6rem 0; break-inside: avoid; }
.case h4, .item-detail h3 { margin: 0 0 .3rem; font-size: .95rem; overflow-wrap: anywhere; }
.case dl, .item-detail dl { margin: .4rem 0 0; display: grid; grid-template-columns: minmax(5rem, 9rem) 1fr; gap: .3rem .9rem; }
.case dt, .item-detail dt { color: var(--soft); font-size: .9rem; overflow-wrap: anywhere; }
.case dd, .item-detail dd { margin: 0; overflow-wrap: anywhere; unicode-bidi: isolate; white-space: pre-wrap; max-height: 16rem; overflow-y: auto; }
.item-detail dl { grid-template-columns: minmax(0, 1fr); gap: .1rem; }
.item-detail dd { margin-bottom: .6rem; max-height: none; }
.item-scores { margin: .25rem 0 0; white-space: normal; color: var(--soft); font-size: .82rem; font-variant-numeric: tabular-nums; }
.controls[role=search] { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: end; }
.controls label { max-width: 100%; min-width: 0; grid-template-columns: minmax(0, 1fr); display: grid; gap: .15rem; font-size: .85rem; color: var(--soft); }
.controls label.tick { display: flex; gap: .4rem; align-items: center; min-height: 2.2rem; }
.controls label[hidden] { display: none; }
.group-filters { display: flex; flex-wrap: wrap; gap: .6rem 1rem; }
.controls input[type=search], .controls select, button { font: inherit; font-size: .95rem; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: .4rem; padding: .35rem .6rem; max-width: 100%; min-height: 2.2rem; }
.controls input[type=search] { width: min(22rem, 80vw); }
button { cursor: pointer; background: var(--raised); }
.browser { display: grid; grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); gap: 1rem; align-items: start; }
.item-list { height: 34rem; overflow-y: auto; border: 1px solid var(--line); border-radius: .5rem; position: relative; contain: strict; }
.item-row { position: absolute; left: 0; right: 0; height: 56px; padding: .35rem .7rem; border-bottom: 1px solid var(--line); cursor: pointer; overflow: hidden; }
.item-row b { font-weight: 500; font-size: .85rem; color: var(--soft); display: flex; justify-content: space-between; gap: .6rem; }
.item-row b > span:first-child, .item-row p { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate; }
.item-row b > span:last-child { flex: none; font-variant-numeric: tabular-nums; color: var(--ink); }
.item-row p { margin: 0; font-size: .93rem; }
.item-row[aria-selected=true] { background: var(--raised); box-shadow: inset 3px 0 var(--accent); }
.item-detail { border: 1px solid var(--line); border-radius: .5rem; padding: .8rem 1rem; max-height: 34rem; overflow-y: auto; min-height: 8rem; }
@media (max-width: 48rem) { .browser { grid-template-columns: minmax(0, 1fr); } .item-list { height: 20rem; } .item-detail { max-height: none; } .case dl, .item-detail dl { grid-template-columns: minmax(0, 1fr); gap: .1rem; } .case dd, .item-detail dd { margin-bottom: .4rem; } }
@media print { #items { display: none; } .scroll, figure { overflow: visible; } table { font-size: 6pt; min-width: 0; line-height: 1.3; } th, td { padding: .1rem .25rem .1rem 0; } thead th, thead th.number { white-space: normal; overflow-wrap: anywhere; } #scores tbody th, #scores td:not(.number), #breakdowns tbody th { white-space: normal; overflow-wrap: break-word; min-width: 3.2rem; } #scores td.number { white-space: nowrap; } mark, .chip { print-color-adjust: exact; } .case dd { max-height: none; } .downloads { display: none; } }`;

export interface BrowserMarkup {
  /** The prefix of the ids of its elements: `items-list`. */
  id: string;
  /** Its accessible name. */
  label: string;
  /** The placeholder of the search box. */
  search: string;
  /** The markup of further controls, between search and filters. */
  controls?: string;
  /** The markup of checkboxes, after the filters. */
  ticks?: string;
  /** The markup below the list. */
  after?: string;
  /** The files with all rows, for readers without JavaScript. */
  files: string;
}

export function browserMarkup({ id, label, search, controls = '', ticks = '', after = '', files }: BrowserMarkup): string {
  const name = escapeHtml(label);
  return `
<div class="controls" role="search" aria-label="${name}">
<label>Search <input type="search" id="${id}-search" placeholder="${escapeHtml(search)}" autocomplete="off" spellcheck="false"></label>
${controls}
<span id="${id}-groups" class="group-filters"></span>
${ticks}
</div>
<p id="${id}-count" class="note" role="status" aria-live="polite"></p>
<div class="browser controls" id="${id}-browser">
<div id="${id}-list" class="item-list" data-label="${name}"><div id="${id}-space"></div></div>
<article id="${id}-detail" class="item-detail" tabindex="0" aria-live="polite" aria-label="${name}: the chosen one"></article>
</div>
${after}
<noscript><p class="note">This list needs JavaScript; everything is in ${escapeHtml(files)}.</p></noscript>`;
}

/** The markup of a run report's item browser, whose data are in a script element with the id `items-data`. */
export const ITEM_BROWSER_HTML = browserMarkup({
  id: 'items',
  label: 'Items',
  search: 'words of input, output, reference, or an id',
  controls: `<label>Score <select id="items-output"></select></label>
<label>Of <select id="items-run"></select></label>
<label>Order <select id="items-order"><option value="given">as in the dataset</option><option value="low">lowest first</option><option value="high">highest first</option><option value="apart">systems furthest apart</option></select></label>`,
  ticks: `<label class="tick"><input type="checkbox" id="items-differ"> only where systems differ</label>
<label class="tick"><input type="checkbox" id="items-missing"> only where something is missing</label>`,
  after: '<p class="controls"><button type="button" id="items-csv">Download the listed items as CSV</button></p>',
  files: 'predictions.jsonl and scores.json',
});
