import type { Run } from "@galley/core/domain";
import {
  Arg,
  Ctx,
  Field,
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
import { memberOf, type RequestContext } from "../context/context.ts";
import { RunType } from "./run-type.ts";
import { startedStream, stoppable } from "../subscriptions/change-stream.ts";
import { recordId } from "../node/record-id.ts";

@InputType("RunPipelineInput", { description: "The pipeline to run." })
class RunPipelineInput {
  @Field(() => ID, { description: "The pipeline's id." })
  readonly pipelineId!: string;

  @Field(() => [ID], {
    nullable: true,
    description:
      "1 to 32 ids that `PUT /uploads/{name}` returned, to process these files instead of those of the source; null for the files of the source.",
  })
  readonly uploads!: readonly string[] | null | undefined;
}

@ObjectType("RunPipelinePayload", { description: "Result of `runPipeline`.", simpleResolvers: true })
class RunPipelinePayload {
  @Field(() => RunType, { description: "The new run, pending, or executing with uploads." })
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

@InputType("RetryFailedFilesInput", { description: "The run whose files failed." })
class RetryFailedFilesInput {
  @Field(() => ID, { description: "The run's id." })
  readonly runId!: string;
}

@InputType("RetryFilesInput", { description: "Files of a run." })
class RetryFilesInput {
  @Field(() => ID, { description: "The run's id." })
  readonly runId!: string;

  @Field(() => [ID], { description: "Ids of 1 to 100 files of the run." })
  readonly fileIds!: readonly string[];
}

@ObjectType("RetryFilesPayload", {
  description: "Result of `retryFailedFiles` and `retryFiles`.",
  simpleResolvers: true,
})
class RetryFilesPayload {
  @Field(() => RunType, { description: "The run, executing again." })
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
      "Runs a pipeline on the files of its source, or on uploaded files. CONFLICT if it is inactive, or if it is to read its source, is already running, and runs may not overlap.",
  })
  async runPipeline(
    @Ctx() context: RequestContext,
    @Arg("input", () => RunPipelineInput, { description: "The pipeline." })
    { pipelineId, uploads }: RunPipelineInput,
  ): Promise<RunPipelinePayload> {
    const id = recordId(pipelineId, { kind: "pipeline", field: "pipelineId" });
    const { runs } = context.application;
    if (!uploads) return { run: await runs.start(memberOf(context), id) };
    const uploadIds = uploads.map((upload) => recordId(upload, { kind: "upload", field: "uploads" }));
    return { run: await runs.startWithUploads(memberOf(context), { pipelineId: id, uploadIds }) };
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

  @Mutation(() => RetryFilesPayload, {
    description:
      "Processes all files of a run again that failed or were stopped. A text that could not be written is written again; other files are read again. CONFLICT if the run has not ended or has no such files, if the pipeline is inactive, or if it is already running and runs may not overlap.",
  })
  async retryFailedFiles(
    @Ctx() context: RequestContext,
    @Arg("input", () => RetryFailedFilesInput, { description: "The run." }) { runId }: RetryFailedFilesInput,
  ): Promise<RetryFilesPayload> {
    const id = recordId(runId, { kind: "run", field: "runId" });
    return { run: await context.application.runs.retry(memberOf(context), id) };
  }

  @Mutation(() => RetryFilesPayload, {
    description:
      "Processes files of a run again, whatever their status, even if their content was processed before. CONFLICT as with `retryFailedFiles`, and for posted files, whose content is not kept.",
  })
  async retryFiles(
    @Ctx() context: RequestContext,
    @Arg("input", () => RetryFilesInput, { description: "The files." })
    { runId, fileIds }: RetryFilesInput,
  ): Promise<RetryFilesPayload> {
    const id = recordId(runId, { kind: "run", field: "runId" });
    const files = fileIds.map((file) => recordId(file, { kind: "file", field: "fileIds" }));
    return { run: await context.application.runs.retry(memberOf(context), id, files) };
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
