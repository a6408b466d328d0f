import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { getDocument, type PDFDocumentLoadingTask } from "pdfjs-dist/legacy/build/pdf.mjs";

const packaged = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** Starts opening a document; the caller destroys it. */
export function openWithPdfjs(bytes: Uint8Array): PDFDocumentLoadingTask {
  return getDocument({
    // A copy, because pdf.js transfers the buffer.
    data: Uint8Array.from(bytes),
    cMapUrl: join(packaged, "cmaps/"),
    standardFontDataUrl: join(packaged, "standard_fonts/"),
    wasmUrl: join(packaged, "wasm/"),
    iccUrl: join(packaged, "iccs/"),
    useSystemFonts: false,
    verbosity: 0,
  });
}

/** Text redrawn within this distance, in fractions of its size, is fake bold. */
const DOUBLED = 0.25;

/**
 * The text on each visible page, or the first `most` of them, from pdf.js's `getTextContent`: in lines,
 * without layout. Text drawn twice at one place is included once.
 */
export async function readWithPdfjs(path: string, most = Infinity): Promise<readonly string[]> {
  const loading = openWithPdfjs(await readFile(path));
  try {
    const document = await loading.promise;
    const pages: string[] = [];
    for (let number = 1; number <= Math.min(most, document.numPages); number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      const shown = items.filter((item) => "str" in item).filter((item) => isOn(page.view, item));
      pages.push(
        withoutDoubles(shown)
          .map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str))
          .join(""),
      );
      page.cleanup();
    }
    return pages;
  } finally {
    await loading.destroy();
  }
}

interface Drawn {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly transform: readonly number[];
}

function withoutDoubles(items: readonly Drawn[]): readonly Drawn[] {
  const places = new Map<string, Drawn[]>();
  return items.filter((item) => {
    if (item.str.trim() === "") return true;
    const same = places.get(item.str) ?? [];
    if (same.some((other) => areOnePlace(item, other))) return false;
    places.set(item.str, [...same, item]);
    return true;
  });
}

function areOnePlace(a: Drawn, b: Drawn): boolean {
  const [xx = 0, xy = 0, , , ax = 0, ay = 0] = a.transform;
  const [, , , , bx = 0, by = 0] = b.transform;
  return Math.hypot(ax - bx, ay - by) < DOUBLED * Math.hypot(xx, xy);
}

function isOn(view: readonly number[], item: { readonly transform: readonly number[] }): boolean {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = view;
  const [, , , , x = 0, y = 0] = item.transform;
  return x >= x0 && x <= x1 && y >= y0 && y <= y1;
}
