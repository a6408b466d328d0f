import type { UsageGroup, UsageKey, UsageReport } from "@galley/core/domain";
import { GraphQLLocalDate, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ID, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { ExtractionModeEnum } from "../options/option-enums.ts";

export const UsageKeyEnum = enumType<UsageKey>("UsageKey", "What page usage can be grouped by.", {
  day: "Day, UTC.",
  mode: "Extraction mode.",
  tag: "Tag.",
  key: "Extraction key that submitted the document.",
});

@ObjectType("UsageGroup", {
  description: "Pages with the same day, mode, tag and key; what was not grouped by is null.",
  simpleResolvers: true,
})
export class UsageGroupType implements UsageGroup {
  @Field(() => GraphQLLocalDate, { nullable: true, description: "The day, UTC." })
  readonly day!: string | null;

  @Field(() => ExtractionModeEnum, { nullable: true, description: "Extraction mode." })
  readonly mode!: UsageGroup["mode"];

  @Field(() => String, { nullable: true, description: "Tag." })
  readonly tag!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      "Id of the extraction key; also null if the documents were submitted with other credentials.",
  })
  readonly keyId!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Description of the extraction key; also null if the caller may not see extraction keys.",
  })
  readonly keyDescription!: string | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of pages." })
  readonly pages!: number;
}

type ModeUsage = UsageReport["byMode"][number];
type DayUsage = UsageReport["byDay"][number];

@ObjectType("ModeUsage", { description: "Pages processed in one mode.", simpleResolvers: true })
export class ModeUsageType implements ModeUsage {
  @Field(() => ExtractionModeEnum, { description: "Extraction mode." })
  readonly mode!: ModeUsage["mode"];

  @Field(() => GraphQLNonNegativeInt, { description: "Number of pages." })
  readonly pages!: number;
}

@ObjectType("DayUsage", { description: "Pages processed on one day (UTC).", simpleResolvers: true })
export class DayUsageType implements DayUsage {
  @Field(() => GraphQLLocalDate, { description: "The day." })
  readonly day!: string;

  @Field(() => GraphQLNonNegativeInt, { description: "Number of pages." })
  readonly pages!: number;
}

@ObjectType("Usage", {
  description:
    "Pages processed for the organization, including failed ones, counted when they were finished.",
  simpleResolvers: true,
})
export class UsageType implements UsageReport {
  @Field(() => GraphQLLocalDate, { description: "The first day, UTC." })
  readonly from!: string;

  @Field(() => GraphQLLocalDate, { description: "The last day, UTC." })
  readonly to!: string;

  @Field(() => String, {
    nullable: true,
    description: "Tag of the counted jobs; null if all jobs are counted.",
  })
  readonly tag!: string | null;

  @Field(() => GraphQLNonNegativeInt, { description: "Total number of pages." })
  readonly pages!: number;

  @Field(() => [ModeUsageType], { description: "Pages by mode; modes without pages are left out." })
  readonly byMode!: readonly ModeUsage[];

  @Field(() => [DayUsageType], { description: "Pages by day, ascending; days without pages are left out." })
  readonly byDay!: readonly DayUsage[];
}
