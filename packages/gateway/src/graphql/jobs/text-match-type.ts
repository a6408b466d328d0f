import type { PlacedMatch } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { TextSourceEnum } from "../pages/page-enums.ts";
import { RectType } from "../pages/geometry-types.ts";

@ObjectType("TextMatch", {
  description:
    "What of an occurrence of a term stands on one line: an occurrence that goes on across a line's end has a match on each.",
  simpleResolvers: true,
})
export class TextMatchType implements PlacedMatch {
  @Field(() => String, { description: "As it is in the text." })
  readonly text!: string;

  @Field(() => GraphQLPositiveInt, { description: "The page it stands on, counted from 1." })
  readonly page!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Where it begins in the job's text, counted from 0, in UTF-16 code units.",
  })
  readonly position!: number;

  @Field(() => RectType, { description: "Around the words that it touches." })
  readonly box!: PlacedMatch["box"];

  @Field(() => GraphQLNonNegativeInt, {
    description:
      "Least number of edits between the term and the whole occurrence; case and white space do not count.",
  })
  readonly distance!: number;

  @Field(() => TextSourceEnum, { description: "Where the page's text came from." })
  readonly textSource!: PlacedMatch["textSource"];
}
