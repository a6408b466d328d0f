import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The image of a page; 0 is black. */
export interface PageImage {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

/** Pixels per inch, as in the service's highlights. */
const RESOLUTION = 288;

/** Maximum size of a page's image, in bytes. */
const MAX_BUFFER = 2 ** 28;

/** Renders a page with Poppler's `pdftoppm`; pages count from 1. */
export async function renderPage(path: string, page: number): Promise<PageImage> {
  const options = [
    "-cropbox",
    "-gray",
    "-r",
    String(RESOLUTION),
    "-f",
    String(page),
    "-l",
    String(page),
    path,
  ];
  const { stdout } = await run("pdftoppm", options, { encoding: "buffer", maxBuffer: MAX_BUFFER });
  return readGrayMap(stdout);
}

/** A binary PGM with one byte per pixel: "P5", width, height and the value of white, then the rows. */
function readGrayMap(file: Buffer): PageImage {
  const [head = "", width, height] =
    /^P5\s+(\d+)\s+(\d+)\s+255\s/u.exec(file.toString("latin1", 0, 64)) ?? [];
  if (head === "") throw new Error("pdftoppm returned no grey map.");
  return { width: Number(width), height: Number(height), pixels: file.subarray(head.length) };
}
