/** A length of time in words, such as "4.2 s" or "3 min 5 s". */
export function durationInWords(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Milliseconds between two times; until now if the second is null. Undefined if the first is null. */
export function elapsed(from: string | null, to: string | null): number | undefined {
  if (from === null) return undefined;
  return (to === null ? Date.now() : Date.parse(to)) - Date.parse(from);
}
