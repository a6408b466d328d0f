import { GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, Float, ObjectType } from "type-graphql";
import { RectType } from "./geometry-types.ts";
import type { Rect } from "./page-records.ts";

@ObjectType("Word", { description: "A word of a page's text.", simpleResolvers: true })
export class WordType {
  @Field(() => String, { description: "The word." })
  readonly text!: string;

  @Field(() => RectType, { description: "Bounding box on the page." })
  readonly box!: Rect;

  @Field(() => Float, { description: "OCR confidence, 0 to 1; 1 for text from the document." })
  readonly confidence!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Index in `Page.words`." })
  readonly index!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of its line on the page, counted from 0." })
  readonly line!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Where it begins in its line's text, in UTF-16 code units, counted from 0.",
  })
  readonly column!: number;
}

@ObjectType("Line", { description: "A line of a page's text.", simpleResolvers: true })
export class LineType {
  @Field(() => GraphQLNonNegativeInt, {
    description: "Its number on the page, counted from 0: the index in `Page.lines`, and in the page's text.",
  })
  readonly number!: number;

  @Field(() => String, {
    nullable: true,
    description: "The line's text; null after the text was deleted.",
  })
  readonly text!: string | null;

  @Field(() => RectType, { nullable: true, description: "Bounding box on the page; null for a blank line." })
  readonly box!: Rect | null;

  @Field(() => Float, {
    nullable: true,
    description: "Mean confidence of the line's words, 0 to 1; null for a blank line.",
  })
  readonly confidence!: number | null;

  @Field(() => [WordType], {
    description: "Words from left to right; empty after the text was deleted.",
  })
  readonly words!: readonly WordType[];
}
