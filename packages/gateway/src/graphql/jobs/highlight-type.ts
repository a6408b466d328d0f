import type { NumberedLine } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, Float, ObjectType } from "type-graphql";

@ObjectType("Highlight", {
  description:
    "Position of a line of a job's text, for highlighting it on the page. A blank line has no position.",
  simpleResolvers: true,
})
export class HighlightType implements Pick<NumberedLine, "number"> {
  @Field(() => GraphQLNonNegativeInt, {
    description: "Line number in the job's text, counted from 0.",
  })
  readonly number!: number;

  @Field(() => GraphQLPositiveInt, {
    nullable: true,
    description: "Page number, counted from 1; null for a blank line.",
  })
  readonly page!: number | null;

  @Field(() => Float, {
    nullable: true,
    description:
      "Lower edge of the line's ink, in points from the top of the upright page; null for a blank line.",
  })
  readonly bottom!: number | null;

  @Field(() => Float, { nullable: true, description: "Height in points; null for a blank line." })
  readonly height!: number | null;

  @Field(() => Float, { nullable: true, description: "Page height in points; null for a blank line." })
  readonly pageHeight!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "Mean confidence of the line's words, 0 to 1; null for a blank line.",
  })
  readonly confidence!: number | null;
}

/** Core stores line positions in pixels at 288 dpi. */
const PIXELS_PER_POINT = 4;

export function highlightOf({ number, metadata }: NumberedLine): HighlightType {
  if (!metadata)
    return { number, page: null, bottom: null, height: null, pageHeight: null, confidence: null };
  return {
    number,
    page: metadata.page + 1,
    bottom: metadata.baseY / PIXELS_PER_POINT,
    height: metadata.height / PIXELS_PER_POINT,
    pageHeight: metadata.pageHeight / PIXELS_PER_POINT,
    confidence: metadata.confidence,
  };
}
