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

@InputType("RunPipelineInput", { description: "Which pipeline to run." })
class RunPipelineInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly pipelineId!: string;
}

@ObjectType("RunPipelinePayload", { description: "What `runPipeline` answers.", simpleResolvers: true })
class RunPipelinePayload {
  @Field(() => RunType, { description: "The run, which waits to begin." })
  readonly run!: Run;
}

@InputType("CancelRunInput", { description: "Which run to stop." })
class CancelRunInput {
  @Field(() => ID, { description: "The run's id." })
  readonly id!: string;
}

@ObjectType("CancelRunPayload", { description: "What `cancelRun` answers.", simpleResolvers: true })
class CancelRunPayload {
  @Field(() => RunType, { description: "The run, now stopped." })
  readonly run!: Run;
}

@ObjectType("RunChange", { description: "Something that happened to a run.", simpleResolvers: true })
class RunChangeType {
  @Field(() => RunType, { description: "The run as it was then." })
  readonly run!: Run;
}

/** All of it is NOT_FOUND where the caller does not see the pipeline, and FORBIDDEN where they do not manage it. */
@Resolver()
export class RunOperations {
  @Query(() => RunType, { nullable: true, description: "A run by its id. NOT_FOUND when there is none." })
  run(
    @Ctx() context: RequestContext,
    @Arg("id", () => ID, { description: "The run's id." }) id: string,
  ): Promise<Run> {
    const known = recordId(id, { kind: "run", field: "id" });
    return context.application.runs.find(memberOf(context), known);
  }

  @Mutation(() => RunPipelinePayload, {
    description:
      "Runs a pipeline with the files of its source. CONFLICT when it is inactive, or runs already and may not overlap.",
  })
  async runPipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => RunPipelineInput, { description: "Which pipeline." }) {
      pipelineId,
    }: RunPipelineInput,
  ): Promise<RunPipelinePayload> {
    const id = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    return { run: await context.application.runs.start(memberOf(context), id) };
  }

  @Mutation(() => CancelRunPayload, {
    description: "Stops a run and what is under way of it. CONFLICT when it has ended.",
  })
  async cancelRun(
    @Ctx() context: RequestContext,
    @Arg("input", () => CancelRunInput, { description: "Which run." }) { id }: CancelRunInput,
  ): Promise<CancelRunPayload> {
    const known = recordId(id, { kind: "run", field: "id" });
    return { run: await context.application.runs.cancel(memberOf(context), known) };
  }

  @Subscription(() => RunChangeType, {
    description: "A run as it is, then each change; completes when the run has ended.",
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
  @FieldResolver(() => PipelineType, { description: "What was run." })
  pipeline(@Ctx() context: RequestContext, @Root() { pipelineId: id }: Run): Promise<Pipeline | null> {
    return context.management.pipelines.load({ member: memberOf(context), id });
  }

  @FieldResolver(() => RunFileConnectionType, { description: "Its files, as far as they were found." })
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
    description: "Its runs. FORBIDDEN to those who do not manage it.",
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
        // Parts that begin further on are asked of one pipeline only; `list` also says why there is nothing to see.
        const latest = offset === 0 ? await latestRuns.load({ member, pipeline, limit }) : null;
        return latest ?? runs.list(member, { pipelineId, offset, limit });
      },
      count: () => runs.count(member, { pipelineId }),
    });
  }
}
