import type { Job, JobOptions } from "@galley/core/domain";
import type { GraphQLResolveInfo } from "graphql";
import { GraphQLDateTime, GraphQLNonNegativeFloat, GraphQLPositiveInt } from "graphql-scalars";
import { Arg, Args, Ctx, FieldResolver, Info, Resolver, Root } from "type-graphql";
import { z } from "zod";
import type { RequestContext } from "../context/context.ts";
import { connectionOf, connectionType, type Connection } from "../paging/connection.ts";
import { ExtractionModeEnum, OutputModeEnum } from "../options/option-enums.ts";
import { isDocumentKept, keepsText } from "./kept.ts";
import { JobType } from "./job-type.ts";
import { detailOf } from "../pages/page-detail.ts";
import { PageType, visiblePage } from "../pages/page-type.ts";
import { limitOf, PartArguments } from "../paging/part-arguments.ts";
import { cursorCodec } from "../paging/cursor.ts";

/** Number of a page. */
const pageCursor = cursorCodec(z.tuple([z.int().positive()]));

const PageConnectionType = connectionType<PageType>(PageType, { name: "Page", order: "by number" });

@Resolver(() => JobType)
export class JobFields {
  @FieldResolver(() => ExtractionModeEnum, {
    description: "The option `mode`: the kind of document.",
  })
  mode(@Root() { options }: Job): JobOptions["mode"] {
    return options.mode;
  }

  @FieldResolver(() => OutputModeEnum, { description: "The option `outputMode`: how the text is written." })
  outputMode(@Root() { options }: Job): JobOptions["outputMode"] {
    return options.outputMode;
  }

  @FieldResolver(() => GraphQLNonNegativeFloat, {
    nullable: true,
    description:
      "Seconds from the start of processing until it was settled; null before, and if it never started.",
  })
  durationSeconds(@Root() { startedAt, settledAt }: Job): number | null {
    return startedAt && settledAt ? Math.max(0, settledAt.getTime() - startedAt.getTime()) / 1000 : null;
  }

  @FieldResolver(() => GraphQLDateTime, {
    nullable: true,
    description:
      "When the document and its text are deleted; null until the job is settled and after they were deleted.",
  })
  expiresAt(@Root() { textExpiresAt }: Job): Date | null {
    return textExpiresAt;
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether the document is still stored, so its pages can be shown and it can be submitted again.",
  })
  documentKept(@Root() job: Job): boolean {
    return isDocumentKept(job);
  }

  @FieldResolver(() => GraphQLPositiveInt, {
    nullable: true,
    description:
      "Position in the queue of documents that wait to be read, counted from 1; null if it is not waiting. Documents that others submit later may be read first.",
  })
  queuePosition(@Ctx() { queuePositions }: RequestContext, @Root() job: Job): Promise<number | null> {
    return queuePositions.load(job);
  }

  @FieldResolver(() => PageConnectionType, { description: "The finished pages, by number." })
  async pages(
    @Ctx() { pageParts }: RequestContext,
    @Root() job: Job,
    @Args(() => PartArguments) part: PartArguments,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Connection<PageType>> {
    const limit = limitOf(part);
    const place = pageCursor.read(part.after);
    const detail = detailOf(info);
    const stored = await pageParts.load({ job, after: place?.[0] ?? 0, limit: limit + 1, detail });
    const pages = stored
      .slice(0, limit)
      .map(({ outcome }) => visiblePage(outcome, { job, textKept: keepsText(job) }));
    return connectionOf(pages, {
      cursorOf: (page) => pageCursor.write([page.number]),
      isLaterPart: place !== undefined,
      hasMore: stored.length > limit,
      count: () => job.pagesDone,
    });
  }

  @FieldResolver(() => PageType, { nullable: true, description: "One page; null until it is finished." })
  async page(
    @Ctx() { pageParts }: RequestContext,
    @Root() job: Job,
    @Arg("number", () => GraphQLPositiveInt, { description: "Page number, counted from 1." }) number: number,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PageType | null> {
    const [next] = await pageParts.load({ job, after: number - 1, limit: 1, detail: detailOf(info) });
    const stored = next?.outcome.number === number ? next : undefined;
    return stored ? visiblePage(stored.outcome, { job, textKept: keepsText(job) }) : null;
  }
}
