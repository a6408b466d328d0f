import { createExtractor, type ExtractOptionsInput, linesOfPage, toMarkdown } from "@galley/core";
import type { Reader } from "./reader.ts";

/** Galley as a library, with the given options. */
export function galleyReader(name: string, options: ExtractOptionsInput): Reader {
  const extractor = createExtractor({ threads: 2 });
  return {
    name,
    async layout(path) {
      const { pages } = await extractor.extract(path, options);
      return pages.map(({ text }) => text);
    },
    async readingOrder(path) {
      const { pages } = await extractor.extract(path, { ...options, outputMode: "text" });
      return pages.map(({ text }) => text).join("\n");
    },
    async markdown(path) {
      const { blocks } = await extractor.extract(path, { ...options, blocks: true });
      return toMarkdown(blocks);
    },
    async words(path) {
      const { pages } = await extractor.extract(path, options);
      return pages.map(({ outcome }) =>
        outcome.ok ? linesOfPage(outcome).flatMap(({ words }) => words) : [],
      );
    },
    [Symbol.asyncDispose]: () => extractor[Symbol.asyncDispose](),
  };
}
