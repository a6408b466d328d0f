import type { PlacedMatch } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { TextSourceEnum } from "../pages/page-enums.ts";
import { RectType } from "../pages/geometry-types.ts";

@ObjectType("TextMatch", {
  description:
    "The part of a match that lies on one line: a match that spans several lines has one entry for each.",
  simpleResolvers: true,
})
export class TextMatchType implements PlacedMatch {
  @Field(() => String, { description: "The matched text." })
  readonly text!: string;

  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => GraphQLNonNegativeInt, {
    description: "Start position in the job's text, in UTF-16 code units, counted from 0.",
  })
  readonly position!: number;

  @Field(() => RectType, { description: "Bounding box of the words that it touches." })
  readonly box!: PlacedMatch["box"];

  @Field(() => GraphQLNonNegativeInt, {
    description: "Edit distance between the term and the whole match, ignoring case and white space.",
  })
  readonly distance!: number;

  @Field(() => TextSourceEnum, { description: "Source of the page's text." })
  readonly textSource!: PlacedMatch["textSource"];
}
