import { turnedPng, turnsFound } from "@galley/core/testing";
import { print } from "../print-table.ts";
import type { TurnablePage } from "./orientation-pages.ts";

/** The rotation that makes a page upright, by quarter turns. */
const TURNED_BACK = [
  [0, 0],
  [1, 270],
  [2, 180],
  [3, 90],
] as const;

/** Table rows: for each kind of page, rotated in all four ways, how many are upright afterwards. */
export async function orientationRows(
  pagesByKind: Readonly<Record<string, readonly TurnablePage[]>>,
): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  const total = { pictures: 0, right: 0, spoilt: 0 };
  for (const [kind, pages] of Object.entries(pagesByKind)) {
    const counts = { pictures: 0, right: 0, spoilt: 0 };
    for (const page of pages) {
      const picture = await page.picture();
      for (const [turns, degrees] of TURNED_BACK) {
        const found = await turnsFound(turnedPng(picture, turns));
        counts.pictures++;
        if (found === degrees) counts.right++;
        else print(`${page.name}, turned by ${90 * turns}°: turned by ${found}° instead of ${degrees}°`);
        if (turns === 0 && found !== degrees) counts.spoilt++;
      }
    }
    total.pictures += counts.pictures;
    total.right += counts.right;
    total.spoilt += counts.spoilt;
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

function rowOf(kind: string, { pictures, right, spoilt }: Counts): string[] {
  const share = (right / Math.max(1, pictures)).toFixed(3);
  return [kind, String(pictures), String(right), share, String(spoilt)];
}
