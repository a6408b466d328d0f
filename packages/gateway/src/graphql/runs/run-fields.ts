import type { Job, Pipeline, Run, RunFile, RunFileStatus } from "@galley/core/domain";
import { Args, ArgsType, Ctx, Field, FieldResolver, Resolver, Root } from "type-graphql";
import { z } from "zod";
import { memberOf, type RequestContext } from "../context/context.ts";
import { JobType } from "../jobs/job-type.ts";
import { keepsText } from "../jobs/kept.ts";
import { connectionOf, connectionType, type Connection } from "../paging/connection.ts";
import { cursorCodec } from "../paging/cursor.ts";
import { listPart } from "../paging/list-part.ts";
import { limitOf, PartArguments } from "../paging/part-arguments.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { RunFileStatusEnum, RunFileType, RunType } from "./run-type.ts";

/** Path of a file of a run. */
const runFileCursor = cursorCodec(z.tuple([z.string()]));

const RunConnectionType = connectionType<Run>(RunType, { name: "Run", order: "newest first" });
const RunFileConnectionType = connectionType<RunFile>(RunFileType, { name: "RunFile", order: "by path" });

@ArgsType()
class RunFileArguments extends PartArguments {
  @Field(() => [RunFileStatusEnum], {
    nullable: true,
    description: "Only files with one of these statuses; null means all.",
  })
  readonly statuses!: readonly RunFileStatus[] | null | undefined;
}

@Resolver(() => RunType)
export class RunFields {
  @FieldResolver(() => PipelineType, { description: "The pipeline." })
  pipeline(@Ctx() context: RequestContext, @Root() { pipelineId: id }: Run): Promise<Pipeline | null> {
    return context.management.pipelines.load({ member: memberOf(context), id });
  }

  @FieldResolver(() => RunFileConnectionType, { description: "The files found so far." })
  async files(
    @Ctx() { application: { runs }, management }: RequestContext,
    @Root() run: Run,
    @Args(() => RunFileArguments) { statuses, ...part }: RunFileArguments,
  ): Promise<Connection<RunFile>> {
    const limit = limitOf(part);
    const [after] = runFileCursor.read(part.after) ?? [];
    const wanted = statuses ?? undefined;
    const found = await management.files.load({
      run,
      after: after ?? "",
      limit: limit + 1,
      statuses: wanted,
    });
    return connectionOf(found.slice(0, limit), {
      cursorOf: ({ path }) => runFileCursor.write([path]),
      isLaterPart: after !== undefined,
      hasMore: found.length > limit,
      count: () => runs.countFiles(run, wanted),
    });
  }
}

@Resolver(() => RunFileType)
export class RunFileFields {
  @FieldResolver(() => JobType, {
    nullable: true,
    description: "The document; null until the file has been fetched, or if its record was deleted.",
  })
  job(@Ctx() { management }: RequestContext, @Root() file: RunFile): Promise<Job | null> {
    return management.jobs.load(file);
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether doubtful fields of the document wait for a person. A destination may get the result after the review only.",
  })
  async needsReview(
    @Ctx() { management, jobFields }: RequestContext,
    @Root() file: RunFile,
  ): Promise<boolean> {
    const job = await management.jobs.load(file);
    if (!job || job.fieldsSchema === null || !keepsText(job)) return false;
    const fields = await jobFields.load(job.id);
    return fields.some(({ schema, status }) => schema === job.fieldsSchema && status === "needs_review");
  }
}

@Resolver(() => PipelineType)
export class PipelineRunFields {
  @FieldResolver(() => RunConnectionType, {
    description: "Runs of the pipeline. FORBIDDEN if the caller cannot manage it.",
  })
  runs(
    @Ctx() context: RequestContext,
    @Root() pipeline: Pipeline,
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<Run>> {
    const member = memberOf(context);
    const { runs } = context.application;
    const pipelineId = pipeline.id;
    return listPart(part, {
      read: async ({ offset, limit }) => {
        const { latestRuns } = context.management;
        // Later pages are requested for one pipeline at a time; `list` also throws the reason if access is denied.
        const latest = offset === 0 ? await latestRuns.load({ member, pipeline, limit }) : null;
        return latest ?? runs.list(member, { pipelineId, offset, limit });
      },
      count: () => runs.count(member, { pipelineId }),
    });
  }
}
