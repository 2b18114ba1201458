/** The item browser of a run report: search, filter and sort over many thousands of items. Only the rows in sight are in the page; text enters as text, never as markup. */

/** The element that the script fills; the data stand in a script element with the id `items-data`. */
export const ITEM_BROWSER_HTML = `
<div class="controls" role="search" aria-label="Items">
<label>Search <input type="search" id="items-search" placeholder="words of input, output, reference, or an id" autocomplete="off" spellcheck="false"></label>
<label>Score <select id="items-output"></select></label>
<label>Of <select id="items-run"></select></label>
<label>Order <select id="items-order"><option value="given">as in the dataset</option><option value="low">lowest first</option><option value="high">highest first</option><option value="apart">systems furthest apart</option></select></label>
<span id="items-groups" class="group-filters"></span>
<label class="tick"><input type="checkbox" id="items-missing"> only with missing keywords</label>
</div>
<p id="items-count" class="note" role="status" aria-live="polite"></p>
<div class="browser controls">
<div id="items-list" class="item-list" role="listbox" tabindex="0" aria-label="Items; arrow keys move, the item is shown beside"><div id="items-space"></div></div>
<article id="items-detail" class="item-detail" aria-live="polite" aria-label="The chosen item"></article>
</div>
<p class="controls"><button type="button" id="items-csv">Download the listed items as CSV</button></p>
<noscript><p class="note">The item browser needs JavaScript; all items are in predictions.jsonl and scores.json.</p></noscript>`;

export const ITEM_BROWSER_STYLE = `
h1, h3, h4, p, figcaption { overflow-wrap: anywhere; }
#scores tbody th, #scores td, #breakdowns tbody th, #breakdowns td { white-space: nowrap; }
#scores td:not(.number) { white-space: normal; min-width: 15rem; }
.downloads { font-size: .85rem; color: var(--soft); margin: .35rem 0 1.25rem; }
.downloads a { margin-left: .5rem; }
mark { color: inherit; background: none; border-bottom: 2.5px solid var(--line); border-radius: 0; padding: 0 .05em; font-weight: 600; }
mark.first, .chip.first { border-color: var(--first); color: var(--first); }
mark.second, .chip.second { border-color: var(--second); color: var(--second); }
mark.both, .chip.both { border-color: var(--both); color: var(--both); }
.chips { display: flex; flex-wrap: wrap; gap: .3rem; margin: .35rem 0; padding: 0; list-style: none; }
.chip { border: 1.5px solid var(--line); border-radius: 1rem; padding: 0 .6rem; font-size: .88rem; white-space: nowrap; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.chip.missing { border-style: dashed; color: var(--bad); border-color: var(--bad); text-decoration: line-through; }
.chip.astray::after { content: " \\2260"; font-weight: 700; }
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

/** Plain JavaScript, as it runs in the page. */
export const ITEM_BROWSER_SCRIPT = `
(() => {
  'use strict';
  const data = JSON.parse(document.getElementById('items-data').textContent);
  const { items, runs, outputs, factors, groups } = data;
  const byId = (id) => document.getElementById(id);
  const [search, outputBox, runBox, orderBox, missingBox, list, space, detail, count] =
    ['search', 'output', 'run', 'order', 'missing', 'list', 'space', 'detail', 'count'].map((name) => byId('items-' + name));
  const ROW = 56;
  const FOUND = ['first', 'second', 'both', 'missing'];
  // Marks that turn the direction of text are shown, not obeyed; controls become the replacement character.
  const visible = (text) => text
    .replace(/[\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]/g, '\\ufffd')
    .replace(/[\\u202a-\\u202e\\u2066-\\u2069\\u200e\\u200f\\u061c]/g, (mark) => '\\\\u' + mark.charCodeAt(0).toString(16).padStart(4, '0'));
  const make = (tag, text, name) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = visible(text);
    if (name) element.className = name;
    return element;
  };
  const option = (box, value, text) => { const own = make('option', text); own.value = value; box.append(own); };
  const show = (output, value) => value === null || value === undefined ? '\\u2013' : (factors[output] * value).toFixed(2);

  outputs.forEach((name, i) => option(outputBox, String(i), name));
  runs.forEach((name, i) => option(runBox, String(i), name));
  if (runs.length === 1) { runBox.parentElement.hidden = true; orderBox.querySelector('[value=apart]').remove(); }
  if (!items.some((item) => item.k.some(Boolean))) missingBox.parentElement.hidden = true;
  const groupBoxes = groups.map(({ name, values }, g) => ({ name, values, g })).filter(({ values }) => values.length > 1).map(({ name, values, g }) => {
    const label = make('label', name + ' ');
    const box = make('select');
    option(box, '', 'all');
    values.map((value, v) => [value, v]).sort(([a], [b]) => Number(a) - Number(b) || (a < b ? -1 : 1)).forEach(([value, v]) => option(box, String(v), value));
    label.append(box);
    byId('items-groups').append(label);
    box.addEventListener('change', refresh);
    return { box, g };
  });

  // What search looks through, made once per item and only when somebody searches.
  const haystacks = new Array(items.length);
  const haystack = (i) => haystacks[i] ??= [items[i].id, items[i].in, ...items[i].p, ...items[i].r].join('\\n').toLowerCase();

  let shown = [];
  let chosen = -1;
  function refresh() {
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const output = Number(outputBox.value);
    const run = Number(runBox.value);
    const active = groupBoxes.filter(({ box }) => box.value !== '').map(({ box, g }) => [g, Number(box.value)]);
    const kept = [];
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (active.some(([g, value]) => item.g[g] !== value)) continue;
      if (missingBox.checked && !(item.k[run] && item.k[run][0].some(([, found]) => found === 3))) continue;
      if (words.length > 0) { const text = haystack(i); if (!words.every((word) => text.includes(word))) continue; }
      kept.push(i);
    }
    const value = (i) => items[i].s[run][output];
    const apart = (i) => { const all = items[i].s.map((own) => own[output]).filter((each) => each !== null); return all.length > 1 ? Math.max(...all) - Math.min(...all) : -1; };
    const order = orderBox.value;
    if (order === 'apart') kept.sort((a, b) => apart(b) - apart(a) || a - b);
    else if (order !== 'given') kept.sort((a, b) => {
      const [x, y] = [value(a), value(b)];
      if (x === null || y === null) return (x === null) - (y === null) || a - b;
      return (order === 'low' ? x - y : y - x) || a - b;
    });
    shown = kept;
    count.textContent = kept.length.toLocaleString('en') + ' of ' + items.length.toLocaleString('en') + ' items';
    space.style.height = kept.length * ROW + 'px';
    list.scrollTop = 0;
    choose(kept.length > 0 ? 0 : -1, false);
  }

  function draw() {
    const from = Math.max(0, Math.floor(list.scrollTop / ROW) - 4);
    const to = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / ROW) + 4);
    const rows = [];
    for (let place = from; place < to; place++) {
      const item = items[shown[place]];
      const row = make('div', undefined, 'item-row');
      row.id = 'item-' + place;
      row.setAttribute('role', 'option');
      row.setAttribute('aria-selected', String(place === chosen));
      row.setAttribute('aria-posinset', String(place + 1));
      row.setAttribute('aria-setsize', String(shown.length));
      row.style.top = place * ROW + 'px';
      const head = make('b');
      const output = Number(outputBox.value);
      head.append(make('span', item.in.slice(0, 200)), make('span', item.s.map((own) => show(outputs[output], own[output])).join(' \\u00b7 ')));
      row.append(head, make('p', item.p[Number(runBox.value)].slice(0, 200)));
      row.addEventListener('click', () => choose(place, false));
      rows.push(row);
    }
    space.replaceChildren(...rows);
  }

  function choose(place, scroll) {
    chosen = place;
    if (scroll) {
      if (place * ROW < list.scrollTop) list.scrollTop = place * ROW;
      else if ((place + 1) * ROW > list.scrollTop + list.clientHeight) list.scrollTop = (place + 1) * ROW - list.clientHeight;
    }
    draw();
    if (place >= 0) list.setAttribute('aria-activedescendant', 'item-' + place);
    else list.removeAttribute('aria-activedescendant');
    detail.replaceChildren(...(place >= 0 ? describe(items[shown[place]]) : [make('p', 'No item fits.', 'note')]));
  }

  function describe(item) {
    const parts = [make('h3', item.id)];
    const found = item.k.find(Boolean);
    if (!found) parts.push(make('p', item.in));
    const rows = make('dl');
    runs.forEach((run, r) => {
      rows.append(make('dt', run));
      const cell = make('dd');
      const evidence = item.k[r];
      if (evidence) cell.append(chips(evidence[0]));
      cell.append(...marked(item.p[r], evidence ? evidence : [[], []]));
      if (item.cut[r]) cell.append(make('p', '\\u2026 ' + item.cut[r].toLocaleString('en') + ' characters in all; the whole text is in predictions.jsonl', 'note'));
      cell.append(make('p', outputs.map((output, o) => output + ' ' + show(output, item.s[r][o])).join(' \\u00b7 '), 'item-scores'));
      rows.append(cell);
    });
    item.r.forEach((text, i) => rows.append(make('dt', item.r.length > 1 ? 'reference ' + (i + 1) : 'reference'), make('dd', text)));
    item.g.forEach((value, g) => { if (value !== null) rows.append(make('dt', groups[g].name), make('dd', groups[g].values[value])); });
    parts.push(rows);
    return parts;
  }

  function chips(keywords) {
    const line = make('ul', undefined, 'chips');
    for (const [text, found, belongs, astray] of keywords) {
      const chip = make('li', text, 'chip ' + FOUND[found] + (astray ? ' astray' : ''));
      chip.title = found === 3 ? 'not in the output' : 'in the ' + (found === 2 ? 'first and the second sentence' : FOUND[found] + ' sentence') + (belongs !== null ? '; in the reference in the ' + FOUND[belongs] : '');
      line.append(chip);
    }
    return line;
  }

  function marked(text, [keywords, spans]) {
    const parts = [];
    let from = 0;
    for (const [start, end, sentence, keyword, lemma, by] of spans) {
      if (start < from || end > text.length) continue;
      parts.push(document.createTextNode(visible(text.slice(from, start))));
      const mark = make('mark', text.slice(start, end), FOUND[sentence]);
      mark.title = visible(keywords[keyword][0] + ' by ' + by + (by === 'text' ? '' : ': ' + lemma));
      parts.push(mark);
      from = end;
    }
    parts.push(document.createTextNode(visible(text.slice(from))));
    return parts;
  }

  const cell = (value) => { const text = value === null || value === undefined ? '' : String(value); return /[",\\r\\n]/.test(text) ? '"' + text.replaceAll('"', '""') + '"' : text; };
  byId('items-csv').addEventListener('click', () => {
    const head = ['id', 'input', 'references', ...runs.flatMap((run) => [run, ...outputs.map((output) => run + ' ' + output)])];
    const lines = shown.map((i) => { const item = items[i]; return [item.id, item.in, item.r.join(' | '), ...runs.flatMap((_, r) => [item.p[r], ...item.s[r]])].map(cell).join(','); });
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([[head.map(cell).join(','), ...lines].join('\\n') + '\\n'], { type: 'text/csv' }));
    link.download = 'items.csv';
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  search.addEventListener('input', refresh);
  for (const box of [outputBox, runBox, orderBox, missingBox]) box.addEventListener('change', refresh);
  list.addEventListener('scroll', draw, { passive: true });
  list.addEventListener('keydown', (event) => {
    const page = Math.max(1, Math.floor(list.clientHeight / ROW) - 1);
    const to = { ArrowDown: chosen + 1, ArrowUp: chosen - 1, PageDown: chosen + page, PageUp: chosen - page, Home: 0, End: shown.length - 1 }[event.key];
    if (to === undefined || shown.length === 0) return;
    event.preventDefault();
    choose(Math.min(shown.length - 1, Math.max(0, to)), true);
  });
  window.addEventListener('resize', draw);
  refresh();
})();`;
