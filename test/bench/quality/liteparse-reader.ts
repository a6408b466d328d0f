import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Reader } from "./reader.ts";

/** What is used of `@llamaindex/liteparse`, which is no dependency of the project. */
interface Liteparse {
  readonly LiteParse: new (options: {
    readonly ocrEnabled: boolean;
    readonly quiet: boolean;
    readonly outputFormat: "text" | "markdown";
  }) => { parse(path: string): Promise<{ readonly pages: readonly { readonly text: string }[] }> };
}

/** Loads liteparse from a folder that it is installed in, or from the global one; undefined where it is not. */
export function findLiteparse(folder: string | undefined): { readonly path: string } | undefined {
  for (const place of folder === undefined ? [globalFolder()] : [folder]) {
    try {
      return { path: createRequire(join(place, "from-here.js")).resolve("@llamaindex/liteparse") };
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Without OCR, as the other readers. */
export function liteparseReader({ path }: { readonly path: string }): Reader {
  const { LiteParse }: Liteparse = createRequire(import.meta.url)(path);
  const parser = new LiteParse({ ocrEnabled: false, quiet: true, outputFormat: "text" });
  const layout = async (document: string): Promise<readonly string[]> => {
    const { pages } = await parser.parse(document);
    return pages.map(({ text }) => text);
  };
  return {
    name: "liteparse",
    layout,
    readingOrder: async (document) => (await layout(document)).join("\n"),
    words: () => Promise.resolve(undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function globalFolder(): string {
  return join(execFileSync("npm", ["root", "--global"], { encoding: "utf8" }).trim(), "..");
}
