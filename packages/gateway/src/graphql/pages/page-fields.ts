import { linesOfPage, WORD_COLUMNS } from "@galley/core";
import { Arg, FieldResolver, Float, Resolver, Root } from "type-graphql";
import { LineType, WordType } from "./line-type.ts";
import type { PageRead } from "./page-records.ts";
import { PageType } from "./page-type.ts";

/** Of words with more, nearly all are right. */
const LOW_CONFIDENCE = 0.8;

@Resolver(() => PageType)
export class PageFields {
  @FieldResolver(() => [LineType], { description: "Lines from top to bottom, including blank ones." })
  lines(@Root() { outcome, text }: PageType): readonly LineType[] {
    if (!outcome.ok) return [];
    const lines = linesOf(outcome);
    if (text !== null) return lines;
    return lines.map(({ number, box, confidence }) => ({ number, box, confidence, text: null, words: [] }));
  }

  @FieldResolver(() => [WordType], {
    description: "Words in text order; empty after the text was deleted.",
  })
  words(@Root() { outcome, text }: PageType): readonly WordType[] {
    return outcome.ok && text !== null ? linesOf(outcome).flatMap(({ words }) => words) : [];
  }

  @FieldResolver(() => [WordType], {
    description: "Recognised words below a confidence, in text order; empty after the text was deleted.",
  })
  lowConfidenceWords(
    @Root() page: PageType,
    @Arg("below", () => Float, { defaultValue: LOW_CONFIDENCE, description: "Confidence, 0 to 1." })
    below: number,
  ): readonly WordType[] {
    return this.words(page).filter(({ confidence }) => confidence < below);
  }
}

/** The lines with the places of their words, so that either leads to the other. */
function linesOf(page: PageRead): readonly LineType[] {
  let lineStart = 0;
  let index = 0;
  return linesOfPage(page).map(({ text, box, metadata, words }, number) => {
    const placed = words.map((word) => {
      const start = page.words[index * WORD_COLUMNS.length] ?? lineStart;
      return { ...word, index: index++, line: number, column: start - lineStart };
    });
    lineStart += text.length + 1;
    return { number, text, box, confidence: box && metadata.confidence, words: placed };
  });
}
