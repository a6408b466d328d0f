import type { Pipeline, Run, RunFile } from "@galley/core/domain";
import {
  Arg,
  Args,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from "type-graphql";
import { z } from "zod";
import { memberOf, type RequestContext } from "../context/context.ts";
import { connectionOf, connectionType, type Connection } from "../paging/connection.ts";
import { limitOf, PartArguments } from "../paging/part-arguments.ts";
import { PipelineType } from "../pipelines/pipeline-type.ts";
import { RunFileType, RunType } from "./run-type.ts";
import { startedStream, stoppable } from "../subscriptions/change-stream.ts";
import { cursorCodec } from "../paging/cursor.ts";
import { listPart } from "../paging/list-part.ts";
import { recordId } from "../node/record-id.ts";

/** Path of a file of a run. */
const runFileCursor = cursorCodec(z.tuple([z.string()]));

const RunConnectionType = connectionType<Run>(RunType, { name: "Run", order: "newest first" });
const RunFileConnectionType = connectionType<RunFile>(RunFileType, { name: "RunFile", order: "by path" });

@InputType("RunPipelineInput", { description: "The pipeline to run." })
class RunPipelineInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly pipelineId!: string;
}

@ObjectType("RunPipelinePayload", { description: "Result of `runPipeline`.", simpleResolvers: true })
class RunPipelinePayload {
  @Field(() => RunType, { description: "The new run, still pending." })
  readonly run!: Run;
}

@InputType("CancelRunInput", { description: "The run to stop." })
class CancelRunInput {
  @Field(() => ID, { description: "The run's id." })
  readonly id!: string;
}

@ObjectType("CancelRunPayload", { description: "Result of `cancelRun`.", simpleResolvers: true })
class CancelRunPayload {
  @Field(() => RunType, { description: "The stopped run." })
  readonly run!: Run;
}

@ObjectType("RunChange", { description: "A change of a run.", simpleResolvers: true })
class RunChangeType {
  @Field(() => RunType, { description: "The run at the time of the change." })
  readonly run!: Run;
}

/** NOT_FOUND if the caller cannot see the pipeline, FORBIDDEN if they cannot manage it. */
@Resolver()
export class RunOperations {
  @Query(() => RunType, { nullable: true, description: "A run by id. NOT_FOUND if it does not exist." })
  run(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The run's id." }) id: string,
  ): Promise<Run> {
    const known = recordId(id, { kind: "run", field: "id" });
    return context.application.runs.find(memberOf(context), known);
  }

  @Mutation(() => RunPipelinePayload, {
    description:
      "Runs a pipeline on the files of its source. CONFLICT if it is inactive, or if it is already running and runs may not overlap.",
  })
  async runPipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => RunPipelineInput, { description: "The pipeline." }) { pipelineId }: RunPipelineInput,
  ): Promise<RunPipelinePayload> {
    const id = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    return { run: await context.application.runs.start(memberOf(context), id) };
  }

  @Mutation(() => CancelRunPayload, {
    description: "Stops a run and its files in progress. CONFLICT if it has ended.",
  })
  async cancelRun(
    @Ctx() context: RequestContext,
    @Arg("input", () => CancelRunInput, { description: "The run." }) { id }: CancelRunInput,
  ): Promise<CancelRunPayload> {
    const known = recordId(id, { kind: "run", field: "id" });
    return { run: await context.application.runs.cancel(memberOf(context), known) };
  }

  @Subscription(() => RunChangeType, {
    description: "The current state of a run, then each change; completes when the run ends.",
    subscribe({ args, context }: SubscribeResolverData<undefined, { id: string }, RequestContext>) {
      const stop = new AbortController();
      const id = recordId(args.id, { kind: "run", field: "id" });
      const changes = context.application.runs.watch(memberOf(context), id, stop.signal);
      return startedStream(stoppable(changes, stop));
    },
  })
  runChanged(
    @Root() run: Run,
    @Arg("id", () => ID, { description: "The run's id." }) _id: string,
  ): RunChangeType {
    return { run };
  }
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
    @Args(() => PartArguments) part: PartArguments,
  ): Promise<Connection<RunFile>> {
    const limit = limitOf(part);
    const [after] = runFileCursor.read(part.after) ?? [];
    const found = await management.files.load({ run, after: after ?? "", limit: limit + 1 });
    return connectionOf(found.slice(0, limit), {
      cursorOf: ({ path }) => runFileCursor.write([path]),
      isLaterPart: after !== undefined,
      hasMore: found.length > limit,
      count: () => runs.countFiles(run),
    });
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
