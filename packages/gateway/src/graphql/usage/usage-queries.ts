import type { UsageReport } from "@galley/core/domain";
import { GraphQLLocalDate } from "graphql-scalars";
import { Arg, Ctx, Query, Resolver } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { UsageType } from "./usage-type.ts";

@Resolver()
export class UsageQueries {
  @Query(() => UsageType, {
    description: "The organization's page usage in a period, first and last day included.",
  })
  usage(
    @Ctx() context: RequestContext,
    @Arg("from", () => GraphQLLocalDate, {
      nullable: true,
      description: "The first day, UTC; null means 30 days before the last day.",
    })
    from?: string | null,
    @Arg("to", () => GraphQLLocalDate, {
      nullable: true,
      description: "The last day, UTC; null means today.",
    })
    to?: string | null,
    @Arg("tag", () => String, {
      nullable: true,
      description: "Count only jobs with this tag; null counts all.",
    })
    tag?: string | null,
  ): Promise<UsageReport> {
    const period = { from: from ?? undefined, to: to ?? undefined, tag: tag ?? undefined };
    return context.application.usage.report(callerOf(context), period);
  }
}
