import type { ContentHit, Job } from "@galley/core/domain";
import { GraphQLNonNegativeInt, GraphQLPositiveInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { JobType } from "../jobs/job-type.ts";

@ObjectType("TextRange", { description: "A part of a text, in UTF-16 code units.", simpleResolvers: true })
class TextRangeType {
  @Field(() => GraphQLNonNegativeInt, { description: "Where it starts, counted from 0." })
  readonly start!: number;

  @Field(() => GraphQLNonNegativeInt, { description: "Where it ends, exclusive." })
  readonly end!: number;
}

@ObjectType("ContentHit", { description: "A page whose text has a term.", simpleResolvers: true })
export class ContentHitType implements Omit<ContentHit, "sequence" | "text"> {
  @Field(() => JobType, { description: "The job of the document." })
  readonly job!: Job;

  @Field(() => GraphQLPositiveInt, { description: "Page number, counted from 1." })
  readonly page!: number;

  @Field(() => GraphQLPositiveInt, {
    description: "The line that has most of the term, counted from 1 within the page, blank lines included.",
  })
  readonly line!: number;

  @Field(() => String, {
    description: "The text of this line, at most 200 characters around the first match.",
  })
  readonly context!: string;

  @Field(() => [TextRangeType], { description: "The matching parts of `context`, ascending." })
  readonly matches!: ContentHit["matches"];
}

@ObjectType("ContentHits", {
  description: "Pages that have a term, the newest first.",
  simpleResolvers: true,
})
export class ContentHitsType {
  @Field(() => [ContentHitType], { description: "The hits, one for each page." })
  readonly nodes!: readonly ContentHitType[];

  @Field(() => String, {
    nullable: true,
    description: "Pass it as `after` for more; null after the last hit.",
  })
  readonly endCursor!: string | null;
}
