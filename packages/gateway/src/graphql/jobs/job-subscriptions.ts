import type { JobChange } from "@galley/core/domain";
import {
  Arg,
  Field,
  ID,
  ObjectType,
  Resolver,
  Root,
  Subscription,
  type SubscribeResolverData,
} from "type-graphql";
import { callerOf, type RequestContext } from "../context/context.ts";
import { JobChangeType, jobChangeOf } from "./job-change-type.ts";
import { startedStream, stoppable } from "../subscriptions/change-stream.ts";
import { recordId } from "../node/record-id.ts";

@ObjectType("JobDeletion", { description: "The deletion of a job.", simpleResolvers: true })
class JobDeletionType {
  @Field(() => ID, {
    nullable: true,
    description:
      "Id of the deleted job; null if deletions may have been missed, so lists must be loaded again.",
  })
  readonly deletedId!: string | null;
}

async function* deletionsOf(ids: AsyncIterable<string | undefined>): AsyncGenerator<JobDeletionType> {
  for await (const id of ids) yield { deletedId: id ?? null };
}

type Subscribing<A> = SubscribeResolverData<undefined, A, RequestContext>;

@Resolver()
export class JobSubscriptions {
  @Subscription(() => JobChangeType, {
    description:
      "The current state of a job, each of its finished pages, then each change; completes when the job is settled.",
    subscribe({ args, context }: Subscribing<{ id: string }>) {
      const stop = new AbortController();
      const reference = { id: recordId(args.id, { kind: "job", field: "id" }) };
      const changes = context.application.jobs.watch(callerOf(context), reference, stop.signal);
      return startedStream(stoppable(changes, stop));
    },
  })
  jobChanged(
    @Root() change: JobChange,
    @Arg("id", () => ID, { description: "The job's id." }) _id: string,
  ): JobChangeType {
    return jobChangeOf(change);
  }

  @Subscription(() => JobChangeType, {
    description:
      "The current state of the organization's unsettled jobs, newest first, then each status change of any job.",
    subscribe({ context }: Subscribing<object>) {
      const stop = new AbortController();
      return stoppable(context.application.jobs.watchAll(callerOf(context), stop.signal), stop);
    },
  })
  jobsChanged(@Root() change: JobChange): JobChangeType {
    return jobChangeOf(change);
  }

  @Subscription(() => JobDeletionType, {
    description: "Each job of the organization that is deleted.",
    subscribe({ context }: Subscribing<object>) {
      const stop = new AbortController();
      return stoppable(
        deletionsOf(context.application.jobs.watchDeletions(callerOf(context), stop.signal)),
        stop,
      );
    },
  })
  jobDeleted(@Root() deletion: JobDeletionType): JobDeletionType {
    return deletion;
  }
}
