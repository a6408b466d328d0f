import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Reader } from "./reader.ts";

/** The part of `@llamaindex/liteparse` that is used; it is not a dependency of the project. */
interface Liteparse {
  readonly LiteParse: new (options: {
    readonly ocrEnabled: boolean;
    readonly quiet: boolean;
    readonly outputFormat: "text" | "markdown";
  }) => LiteparseParser;
}

interface LiteparseParser {
  parse(
    document: string | Uint8Array,
  ): Promise<{ readonly pages: readonly { readonly text: string; readonly markdown?: string }[] }>;
}

/** The main module of liteparse in its installation folder, or among the global packages. */
export function findLiteparse(folder: string | undefined): string | undefined {
  for (const place of folder === undefined ? [globalFolder()] : [folder]) {
    try {
      return createRequire(join(place, "from-here.js")).resolve("@llamaindex/liteparse");
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Without OCR, like the other readers. */
export function loadLiteparse(path: string, outputFormat: "text" | "markdown" = "text"): LiteparseParser {
  const { LiteParse }: Liteparse = createRequire(import.meta.url)(path);
  return new LiteParse({ ocrEnabled: false, quiet: true, outputFormat });
}

export function liteparseReader(path: string): Reader {
  const parser = loadLiteparse(path);
  const markdownParser = loadLiteparse(path, "markdown");
  const layout = async (document: string): Promise<readonly string[]> => {
    const { pages } = await parser.parse(document);
    return pages.map(({ text }) => text);
  };
  return {
    name: "liteparse",
    layout,
    readingOrder: async (document) => (await layout(document)).join("\n"),
    async markdown(document) {
      const { pages } = await markdownParser.parse(document);
      return pages.map(({ text, markdown }) => markdown ?? text).join("\n\n");
    },
    words: () => Promise.resolve(undefined),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}

function globalFolder(): string {
  const place = execFileSync("npm", ["root", "--global"], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return join(place.trim(), "..");
}
