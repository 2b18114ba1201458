/** Plots as SVG text, without a browser: Observable Plot on linkedom. */
import { createHash } from 'node:crypto';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';

export type PlotOptions = Plot.PlotOptions;

export interface Figure {
  /** A sentence on the content of the figure, used as its caption and its alternative text. */
  caption: string;
  options: PlotOptions;
}

/** The Okabe and Ito palette, whose colours colour-blind readers can tell apart, on white and on black. */
export const PALETTE = ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#8c8c00', '#7f7f7f'] as const;

/** A `<figure>` with the drawing and its caption. */
export function renderFigure({ caption, options }: Figure): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const drawn = Plot.plot({
    width: 1100,
    marginTop: 30,
    marginBottom: 44,
    style: { background: 'transparent', fontSize: '13px', fontFamily: 'inherit', overflow: 'visible' },
    ...options,
    color: { range: [...PALETTE], ...options.color },
    document: document as unknown as Document,
  });
  // The swatches of a legend are SVG elements too, and come first.
  const svg = drawn.tagName.toLowerCase() === 'svg' ? drawn : [...drawn.querySelectorAll('svg')].at(-1);
  svg?.setAttribute('role', 'img');
  svg?.setAttribute('aria-label', caption);
  // A drawing is one image with one name, so that its parts have no names (and a `g` may not have one).
  for (const part of drawn.querySelectorAll('svg [aria-label], svg [aria-description]')) {
    part.removeAttribute('aria-label');
    part.removeAttribute('aria-description');
  }
  const label = document.createElement('figcaption');
  label.textContent = caption;
  return `<figure class="plot">${takeStyle(drawn)}${label.outerHTML}<div class="scroll" tabindex="0">${drawn.outerHTML}</div></figure>`;
}

/** Moves all styles of a drawing into one style element, because the page's policy allows elements by their hashes, but no style attributes. */
function takeStyle(drawn: Element): string {
  const rules = new Set<string>();
  for (const element of drawn.querySelectorAll('style')) {
    rules.add(element.textContent ?? '');
    element.remove();
  }
  for (const element of [drawn, ...drawn.querySelectorAll('[style]')]) {
    const style = element.getAttribute('style');
    if (style === null) continue;
    const name = `plot-style-${createHash('sha256').update(style).digest('hex').slice(0, 8)}`;
    // Has the same precedence as the attribute.
    const declarations = style.split(';').filter((each) => each.trim() !== '');
    rules.add(`.${name} { ${declarations.map((each) => `${each} !important`).join('; ')} }`);
    element.removeAttribute('style');
    element.setAttribute('class', `${element.getAttribute('class') ?? ''} ${name}`.trim());
  }
  return `<style>${[...rules].join('\n')}</style>`;
}

export { Plot };
