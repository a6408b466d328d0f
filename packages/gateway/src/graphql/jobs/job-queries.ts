import { DomainError, nameKeyOf, type Job, type JobReference } from "@galley/core/domain";
import { Arg, Args, Ctx, ID, Query, Resolver } from "type-graphql";
import { z } from "zod";
import { callerOf, type RequestContext } from "../context/context.ts";
import { connectionOf, connectionType, type Connection } from "../paging/connection.ts";
import { HighlightType, highlightOf } from "./highlight-type.ts";
import { filterOf, JobFilterInput, JobOrderInput } from "./job-list-inputs.ts";
import { JobType } from "./job-type.ts";
import { limitOf, PartArguments } from "../paging/part-arguments.ts";
import { TextMatchType } from "./text-match-type.ts";
import { cursorCodec } from "../paging/cursor.ts";
import { recordId } from "../node/record-id.ts";

/** Submission time, id and name of a job. */
const jobCursor = cursorCodec(z.tuple([z.iso.datetime(), z.uuid(), z.string()]));

const JobConnectionType = connectionType<Job>(JobType, { name: "Job", order: "in the requested order" });

@Resolver()
export class JobQueries {
  @Query(() => JobType, {
    nullable: true,
    description: "A job by id or by handle; give exactly one. NOT_FOUND if it does not exist.",
  })
  job(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { nullable: true, description: "The job's id." }) id?: string | null,
    @Arg("handle", () => String, {
      nullable: true,
      description: "The job's handle in the REST API.",
    })
    handle?: string | null,
  ): Promise<Job> {
    return context.application.jobs.find(callerOf(context), referenceOf(id, handle));
  }

  @Query(() => JobConnectionType, { description: "The organization's jobs, by default newest first." })
  async jobs(
    @Ctx() context: RequestContext,
    @Args(() => PartArguments) part: PartArguments,
    @Arg("filter", () => JobFilterInput, {
      nullable: true,
      description: "Only matching jobs; null means all.",
    })
    filter?: JobFilterInput | null,
    @Arg("orderBy", () => JobOrderInput, { nullable: true, description: "Sort order." })
    orderBy?: JobOrderInput | null,
  ): Promise<Connection<Job>> {
    const caller = callerOf(context);
    const { jobs } = context.application;
    const matching = filterOf(filter);
    const place = jobCursor.read(part.after);
    const after = place && { submittedAt: new Date(place[0]), id: place[1], nameKey: place[2] };
    const order = orderBy ?? undefined;
    const list = await jobs.list(caller, { ...matching, order, after, limit: limitOf(part) });
    return connectionOf(list.jobs, {
      cursorOf: (job) => jobCursor.write([job.submittedAt.toISOString(), job.id, nameKeyOf(job)]),
      isLaterPart: after !== undefined,
      hasMore: list.hasMore,
      count: () => jobs.count(caller, matching),
    });
  }

  @Query(() => [HighlightType], {
    description: "Positions of lines of a job's text. They remain available after the text was deleted.",
  })
  async highlights(
    @Ctx() context: RequestContext,
    @Arg("jobId", () => ID, { description: "The job's id." }) jobId: string,
    @Arg("lines", () => String, {
      nullable: true,
      description:
        'Line numbers, counted from 0, such as "3-7,12-"; null means all. Numbers beyond the last line are ignored.',
    })
    lines?: string | null,
  ): Promise<HighlightType[]> {
    const id = recordId(jobId, { kind: "job", field: "jobId" });
    const found = await context.application.jobs.highlights(callerOf(context), { id }, lines ?? undefined);
    return found.map(highlightOf);
  }

  @Query(() => [TextMatchType], {
    description:
      "Finds a term in the text of a job: up to 1,000 matches, in text order. Matching is exact and approximate, with up to one edit per five letters; it ignores case and spacing and continues across line, column and page breaks. CONFLICT if the text was deleted and the job was not submitted with `keepForSearch`.",
  })
  searchText(
    @Ctx() context: RequestContext,
    @Arg("jobId", () => ID, { description: "The job's id." }) jobId: string,
    @Arg("term", () => String, { description: "The term to find, at most 1,000 characters." }) term: string,
  ): Promise<readonly TextMatchType[]> {
    const id = recordId(jobId, { kind: "job", field: "jobId" });
    return context.application.jobs.searchText(callerOf(context), { id }, term);
  }
}

function referenceOf(id: string | null | undefined, handle: string | null | undefined): JobReference {
  if (typeof id === "string" && typeof handle !== "string")
    return { id: recordId(id, { kind: "job", field: "id" }) };
  if (typeof handle === "string" && typeof id !== "string") return { handle };
  throw new DomainError("BAD_INPUT", "Expected exactly one of id and handle.", { field: "id" });
}
