/** Keys of a page: single keys work outside of text fields and can be switched off (WCAG 2.1.4); Ctrl+Enter works everywhere. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { readSetting } from './setting.ts';

export type Bindings = Readonly<Record<string, () => void>>;

export function singleKeysOn(): boolean {
  return readSetting('single-keys') !== 'off';
}

/** The first listener that knows a key takes it: tasks before the page around them. */
export function useKeys(bindings: Bindings, active = true): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  // Before the next key can come: an effect would be later than a fast typist.
  useLayoutEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => {
      const name = nameOf(event);
      const act = Object.hasOwn(latest.current, name) ? latest.current[name] : undefined;
      if (!act || event.defaultPrevented || event.isComposing || !mayAct(event, name)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}

function nameOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string {
  if (altKey) return '';
  const plain = key.length === 1 ? key.toLowerCase() : key;
  return ctrlKey || metaKey ? `Ctrl+${plain}` : plain;
}

function mayAct({ target }: KeyboardEvent, name: string): boolean {
  if (name === 'Ctrl+Enter' || name === 'Escape') return true;
  if (!(target instanceof Element)) return true;
  if (target.closest('textarea, select, [contenteditable], input:not([type=radio], [type=checkbox])')) return false;
  // Enter presses the button, or follows the link, that has the focus.
  if (name === 'Enter') return !target.closest('button, a, summary');
  return name.length > 1 || singleKeysOn();
}
