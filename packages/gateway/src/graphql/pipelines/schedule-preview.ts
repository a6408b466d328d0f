import { GraphQLDateTime, GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Ctx, Field, ObjectType, Query, Resolver } from "type-graphql";
import { memberOf, type RequestContext } from "../context/context.ts";
import { limitOf } from "../paging/part-arguments.ts";

export const MAX_SLOTS = 20;
export const DEFAULT_SLOTS = 5;

@ObjectType("SchedulePreview", {
  description: "When a schedule would start runs.",
  simpleResolvers: true,
})
class SchedulePreviewType {
  @Field(() => [GraphQLDateTime], { description: "The next slots, earliest first." })
  readonly slots!: readonly Date[];
}

@Resolver()
export class SchedulePreviewQueries {
  @Query(() => SchedulePreviewType, {
    description: "When a schedule would start runs. BAD_INPUT with the same messages as `createPipeline`.",
  })
  schedulePreview(
    @Ctx() context: RequestContext,
    @Arg("cron", () => String, { description: "Cron expression, five fields." }) cron: string,
    @Arg("timeZone", () => String, { defaultValue: "UTC", description: "IANA time zone." })
    timeZone: string,
    @Arg("first", () => GraphQLPositiveInt, {
      defaultValue: DEFAULT_SLOTS,
      description: `Number of slots, 1 to ${MAX_SLOTS}.`,
    })
    first: number,
  ): SchedulePreviewType {
    memberOf(context);
    const count = limitOf({ first }, MAX_SLOTS);
    return { slots: context.application.pipelines.previewSlots({ cron, timeZone }, count) };
  }
}
