/** Settings of a view that are kept in the address, so that a copied link shows the same view. */
import { useState } from 'preact/hooks';

export type Query = Readonly<Record<string, string>>;

/** `known` are the settings of this page with their defaults; a default is left out of the address. */
export function useQuery<Q extends Query>(known: Q): [Q, (change: Partial<Q>) => void] {
  const [query, setQuery] = useState<Q>(() => readQuery(location.search, known));
  function change(part: Partial<Q>): void {
    const next = { ...query, ...part };
    setQuery(next);
    history.replaceState(null, '', location.pathname + writeQuery(next, known));
  }
  return [query, change];
}

export function readQuery<Q extends Query>(search: string, known: Q): Q {
  const asked = new URLSearchParams(search);
  // The keys are those of `known`, and every value is a text.
  return Object.fromEntries(Object.entries(known).map(([name, usual]) => [name, asked.get(name) ?? usual])) as Q;
}

export function writeQuery<Q extends Query>(query: Q, known: Q): string {
  const own = Object.entries(query).filter(([name, value]) => value !== known[name]);
  return own.length > 0 ? `?${new URLSearchParams(own)}` : '';
}
