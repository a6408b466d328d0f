import type { Reader } from "../reader.ts";

/** The input of the sections of the quality bench. */
export interface Bench {
  /** Galley first, then the other installed readers. */
  readonly readers: readonly Reader[];
  /** Folder of the test data; undefined if there is none. */
  readonly data: string | undefined;
  /** Folder for generated documents. */
  readonly scratch: string;
}

/** A section of the bench: its figures as a table, or why there are none. */
export interface Section {
  readonly title: string;
  readonly measure: (bench: Bench) => Promise<readonly (readonly string[])[] | string>;
}

/** A ratio as text, with enough digits to compare with the goals. */
export function share(part: number, whole: number, digits = 4): string {
  return whole === 0 ? "–" : (part / whole).toFixed(digits);
}
