import { TurnFinder, turnedPng } from "@galley/core/testing";
import { print } from "../measures/print-table.ts";
import type { TurnablePage } from "./orientation-pages.ts";

/** The rotation that makes a page upright, by quarter turns. */
const TURNED_BACK = [
  [0, 0],
  [1, 270],
  [2, 180],
  [3, 90],
] as const;

/**
 * Table rows: for each kind of page, rotated in all four ways, how many are upright afterwards. `tessdata` is searched
 * for languages other than English; pages in languages that are missing are read as English.
 */
export async function orientationRows(
  pagesByKind: Readonly<Record<string, readonly TurnablePage[]>>,
  tessdata: string,
): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  let total: Counts = NONE;
  for (const [kind, pages] of Object.entries(pagesByKind)) {
    let counts: Counts = NONE;
    for (const page of pages) counts = added(counts, await countsOf(page, tessdata));
    total = added(total, counts);
    rows.push(rowOf(kind, counts));
  }
  return [...rows, rowOf("all", total)];
}

interface Counts {
  readonly pictures: number;
  readonly right: number;
  /** Upright pages that were turned. */
  readonly spoilt: number;
}

const NONE: Counts = { pictures: 0, right: 0, spoilt: 0 };

function added(one: Counts, other: Counts): Counts {
  return {
    pictures: one.pictures + other.pictures,
    right: one.right + other.right,
    spoilt: one.spoilt + other.spoilt,
  };
}

async function countsOf({ name, picture, lang }: TurnablePage, tessdata: string): Promise<Counts> {
  const upright = await picture();
  const finder = new TurnFinder(lang === undefined ? {} : { lang, tessdata: [tessdata] });
  let [right, spoilt] = [0, 0];
  for (const [turns, degrees] of TURNED_BACK) {
    const found = await finder.turnsFound(turnedPng(upright, turns));
    if (found === degrees) right++;
    else print(`${name}, turned by ${90 * turns}°: turned by ${found}° instead of ${degrees}°`);
    if (turns === 0 && found !== degrees) spoilt++;
  }
  return { pictures: TURNED_BACK.length, right, spoilt };
}

function rowOf(kind: string, { pictures, right, spoilt }: Counts): string[] {
  const share = (right / Math.max(1, pictures)).toFixed(3);
  return [kind, String(pictures), String(right), share, String(spoilt)];
}
