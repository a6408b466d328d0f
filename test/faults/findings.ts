/** What a suite saw. */
export interface Findings {
  /** What must not happen. */
  readonly faults: readonly string[];
  /** What took longer than it may, which a busy machine can cause. */
  readonly slow: readonly string[];
  /** What it measured, in words. */
  readonly figures: readonly string[];
}

/** Says so where a figure is above its limit. */
export function above(limit: number, figure: number, what: string): readonly string[] {
  return figure <= limit ? [] : [`${what}: ${seconds(figure)}, allowed are ${seconds(limit)}`];
}

/** Milliseconds in words. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
