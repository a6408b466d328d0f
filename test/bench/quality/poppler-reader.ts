import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { FoundWord, Reader } from "./reader.ts";

const run = promisify(execFile);

/** Poppler's `pdftotext`: `-layout`, without it for the reading order, `-bbox` for words. */
export function popplerReader(): Reader {
  return {
    name: "pdftotext -layout",
    layout: async (path) => pagesOf(await pdftotext("-layout", path)),
    readingOrder: async (path) => pagesOf(await pdftotext("-nopgbrk", path)).join("\n"),
    words: async (path) => {
      const html = await pdftotext("-bbox", path);
      return html
        .split("<page ")
        .slice(1)
        .map((page) => wordsOf(page));
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

/** Maximum size of a text, in bytes. */
const MAX_BUFFER = 2 ** 28;

async function pdftotext(option: string, path: string): Promise<string> {
  const { stdout } = await run("pdftotext", ["-cropbox", option, path, "-"], { maxBuffer: MAX_BUFFER });
  return stdout;
}

/** A form feed ends each page. */
function pagesOf(text: string): readonly string[] {
  return text.replace(/\f$/u, "").split("\f");
}

const WORD = /<word xMin="([^"]+)" yMin="([^"]+)" xMax="([^"]+)" yMax="([^"]+)">([^<]*)<\/word>/gu;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The words of the visible page; `-bbox` also includes those outside it. */
function wordsOf(page: string): readonly FoundWord[] {
  const [, width = 0, height = 0] = (/^width="([^"]+)" height="([^"]+)"/u.exec(page) ?? []).map(Number);
  const words = [...page.matchAll(WORD)].map(([, x0, y0, x1, y1, text = ""]) => ({
    text: text.replaceAll(/&(\w+);/gu, (entity, name: string) => ENTITIES[name] ?? entity),
    box: { x0: Number(x0), y0: Number(y0), x1: Number(x1), y1: Number(y1) },
  }));
  return words.filter(({ box }) => {
    const x = (box.x0 + box.x1) / 2;
    const y = (box.y0 + box.y1) / 2;
    return x >= 0 && x <= width && y >= 0 && y <= height;
  });
}
