import type { UsageGroup, UsageKey, UsagePeriod, UsageReport } from "@galley/core/domain";
import { GraphQLLocalDate } from "graphql-scalars";
import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { usageCsv } from "./usage-csv.ts";
import { UsageGroupType, UsageKeyEnum, UsageType } from "./usage-type.ts";

const BY = "What to group by.";

@Resolver(() => UsageType)
export class UsageQueries {
  @FieldResolver(() => [UsageGroupType], {
    description:
      "The pages in up to 5,000 groups, sorted by day, mode, tag and key; groups without pages are left out.",
  })
  groups(
    @Ctx() context: RequestContext,
    @Root() usage: UsageReport,
    @Arg("by", () => [UsageKeyEnum], { description: BY }) by: readonly UsageKey[],
  ): Promise<readonly UsageGroup[]> {
    return context.application.usage.groups(callerOf(context), periodOf(usage), by);
  }

  @FieldResolver(() => String, {
    description:
      "The same groups as CSV with a header line. Texts that spreadsheets would run as formulas begin with an apostrophe.",
  })
  async csv(
    @Ctx() context: RequestContext,
    @Root() usage: UsageReport,
    @Arg("by", () => [UsageKeyEnum], { description: BY }) by: readonly UsageKey[],
  ): Promise<string> {
    return usageCsv(await context.application.usage.groups(callerOf(context), periodOf(usage), by), by);
  }

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

function periodOf({ from, to, tag }: UsageReport): UsagePeriod {
  return { from, to, tag: tag ?? undefined };
}
