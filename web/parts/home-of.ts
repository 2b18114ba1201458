/** Where a person begins: annotators at their work, participants at their competition, visitors at the leaderboards. */

interface Person {
  role: string;
  board: string | null;
}

export function homeOf(who: Person | null): string {
  if (who === null) return '/boards';
  if (who.role === 'annotator') return '/work';
  return who.board === null ? '/' : `/boards/${encodeURIComponent(who.board)}`;
}
