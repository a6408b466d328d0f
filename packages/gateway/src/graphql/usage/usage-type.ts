import type { UsageReport } from "@galley/core/domain";
import { GraphQLLocalDate, GraphQLNonNegativeInt } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { ExtractionModeEnum } from "../options/option-enums.ts";

type ModeUsage = UsageReport["byMode"][number];
type DayUsage = UsageReport["byDay"][number];

@ObjectType("ModeUsage", { description: "Pages of one mode.", simpleResolvers: true })
export class ModeUsageType implements ModeUsage {
  @Field(() => ExtractionModeEnum, { description: "The mode that they were read in." })
  readonly mode!: ModeUsage["mode"];

  @Field(() => GraphQLNonNegativeInt, { description: "How many." })
  readonly pages!: number;
}

@ObjectType("DayUsage", { description: "Pages of one day, UTC.", simpleResolvers: true })
export class DayUsageType implements DayUsage {
  @Field(() => GraphQLLocalDate, { description: "The day." })
  readonly day!: string;

  @Field(() => GraphQLNonNegativeInt, { description: "How many." })
  readonly pages!: number;
}

@ObjectType("Usage", {
  description: "Pages that were done for the organization, read or not, counted as they were done.",
  simpleResolvers: true,
})
export class UsageType implements UsageReport {
  @Field(() => GraphQLLocalDate, { description: "The first day, UTC." })
  readonly from!: string;

  @Field(() => GraphQLLocalDate, { description: "The last day, UTC." })
  readonly to!: string;

  @Field(() => String, { nullable: true, description: "The tag of the jobs that count; null where all do." })
  readonly tag!: string | null;

  @Field(() => GraphQLNonNegativeInt, { description: "All pages together." })
  readonly pages!: number;

  @Field(() => [ModeUsageType], { description: "By mode, those that have pages." })
  readonly byMode!: readonly ModeUsage[];

  @Field(() => [DayUsageType], { description: "By day, ascending, those that have pages." })
  readonly byDay!: readonly DayUsage[];
}
