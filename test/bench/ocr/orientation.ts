import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { DEGRADATIONS, degradedPage, turnedBy, turnsFound } from "@galley/core/testing";
import type { KnownPage } from "./pages.ts";

const run = promisify(execFile);

const KINDS = ["clean", "scan at 200 dpi", "poor scan at 200 dpi"] as const;

/** The rotation that makes a page upright, by quarter turns. */
const TURNED_BACK = [0, 270, 180, 90] as const;

/** Table rows: for each kind of page, rotated in all four ways, how many are rotated back correctly. */
export async function orientationRows(
  pages: readonly KnownPage[],
  scratch: string,
): Promise<readonly (readonly string[])[]> {
  const rows: string[][] = [];
  for (const kind of KINDS) {
    const degradation = DEGRADATIONS[kind];
    if (!degradation) continue;
    let [own, native] = [0, 0];
    for (const { page, turns, degrees } of turnedFourWays(pages)) {
      const { png, dpi } = await degradedPage(page.pdf, page.number, turnedBy(degradation, turns));
      if ((await turnsFound(png)) === degrees) own++;
      if ((await nativeTurns(png, { dpi, scratch })) === degrees) native++;
    }
    const all = TURNED_BACK.length * pages.length;
    rows.push([kind, String(all), (own / all).toFixed(3), (native / all).toFixed(3)]);
  }
  return rows;
}

function turnedFourWays(
  pages: readonly KnownPage[],
): readonly { readonly page: KnownPage; readonly turns: number; readonly degrees: number }[] {
  return pages.flatMap((page) => TURNED_BACK.map((degrees, turns) => ({ page, turns, degrees })));
}

/** The result of Tesseract's own orientation detection; undefined if it fails or is not installed. */
async function nativeTurns(
  png: Uint8Array,
  { dpi, scratch }: { readonly dpi: number; readonly scratch: string },
): Promise<number | undefined> {
  const path = join(scratch, "turned.png");
  writeFileSync(path, png);
  try {
    const { stdout } = await run("tesseract", [path, "-", "--dpi", String(Math.round(dpi)), "--psm", "0"]);
    return Number(/Rotate: (?<degrees>\d+)/u.exec(stdout)?.groups?.["degrees"]);
  } catch {
    return undefined;
  }
}
