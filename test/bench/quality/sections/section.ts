import type { Reader } from "../reader.ts";

/** What the parts of the quality bench work with. */
export interface Bench {
  /** Galley first, then whatever else is installed. */
  readonly readers: readonly Reader[];
  /** Folder of the test data; undefined where there is none. */
  readonly data: string | undefined;
  /** Folder that made documents may be written to. */
  readonly scratch: string;
}

/** A part of the bench: its figures as a table, or why there are none. */
export interface Section {
  readonly title: string;
  readonly measure: (bench: Bench) => Promise<readonly (readonly string[])[] | string>;
}

/** A share with so many digits that the goals can be told apart. */
export function share(part: number, whole: number, digits = 4): string {
  return whole === 0 ? "–" : (part / whole).toFixed(digits);
}
