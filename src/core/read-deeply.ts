/** Tools whose analyser is the deep one, for commands with `--deep`. */
import type { App } from './action.ts';

/** The same tools; what asks for an analyser gets the deep one. */
export function readDeeply(tools: App['tools'], { deep }: { deep: boolean }): App['tools'] {
  return deep ? (needs) => tools(needs.analyse === true ? { ...needs, analyse: 'deep' } : needs) : tools;
}
