import { linesOfPage, wordsOfPage } from "@galley/core";
import { FieldResolver, Resolver, Root } from "type-graphql";
import { LineType, WordType } from "./line-type.ts";
import { PageType } from "./page-type.ts";

@Resolver(() => PageType)
export class PageFields {
  @FieldResolver(() => [LineType], { description: "Lines from top to bottom, including blank ones." })
  lines(@Root() { outcome, text }: PageType): readonly LineType[] {
    if (!outcome.ok) return [];
    return linesOfPage(outcome).map((line) => ({
      text: text === null ? null : line.text,
      box: line.box,
      confidence: line.box && line.metadata.confidence,
      words: text === null ? [] : line.words,
    }));
  }

  @FieldResolver(() => [WordType], {
    description: "Words in text order; empty after the text was deleted.",
  })
  words(@Root() { outcome, text }: PageType): readonly WordType[] {
    return outcome.ok && text !== null ? wordsOfPage(outcome) : [];
  }
}
