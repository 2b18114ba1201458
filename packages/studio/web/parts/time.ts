/** Times, spans and counts for people, in the reader's own form. */

export function when(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** With its zone: for deadlines, which people far apart read. */
export function moment(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString(undefined, {
    ...{ year: 'numeric', month: 'short', day: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', timeZoneName: 'short' },
  });
}

/** The day alone. */
export function day(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleDateString(undefined, { dateStyle: 'medium' });
}

export function seconds(value: number | null): string {
  if (value === null) return '–';
  return value < 90 ? `${value < 10 ? value.toFixed(1) : Math.round(value)} s` : `${Math.round(value / 60)} min`;
}

/** Of work: minutes below an hour and a half. */
export function hours(value: number): string {
  const minutes = Math.ceil(60 * value);
  return minutes < 90 ? `${minutes} min` : `${value.toFixed(value < 10 ? 1 : 0)} h`;
}

/** "1 item", "2 items". */
export function count(value: number, noun: string, plural = `${noun}s`): string {
  return `${value.toLocaleString()} ${value === 1 ? noun : plural}`;
}

export function share(value: number | null): string {
  return value === null ? '–' : `${Math.round(100 * value)}%`;
}
