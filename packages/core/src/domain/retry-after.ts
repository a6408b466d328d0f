/** Parses the header `Retry-After`, in seconds or as a date, to milliseconds from now; 0 if it is absent or invalid. */
export function requestedDelayMs(header: string | undefined, now: Date): number {
  const text = header?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? 0 : Math.max(0, date - now.getTime());
}
