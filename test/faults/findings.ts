/** The result of a suite. */
export interface Findings {
  /** Violations. */
  readonly faults: readonly string[];
  /** Exceeded time limits, which a busy machine can cause. */
  readonly slow: readonly string[];
  /** Measurements, in words. */
  readonly figures: readonly string[];
}

/** Returns a message if a figure is above its limit. */
export function above(limit: number, figure: number, what: string): readonly string[] {
  return figure <= limit ? [] : [`${what}: ${seconds(figure)}, allowed are ${seconds(limit)}`];
}

/** Milliseconds in words. */
export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
