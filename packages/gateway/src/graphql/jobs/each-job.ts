import { DomainError, type DomainErrorCode } from "@galley/core/domain";
import { Field, ID, ObjectType } from "type-graphql";
import { recordId } from "../node/record-id.ts";

/** Maximum number of jobs per mutation. */
const MAX_JOBS = 100;

@ObjectType("JobFailure", {
  description: "Why a job of several could not be changed.",
  simpleResolvers: true,
})
export class JobFailureType {
  @Field(() => ID, { description: "The job's id." })
  readonly jobId!: string;

  @Field(() => String, { description: "Error code, such as CONFLICT." })
  readonly code!: DomainErrorCode;

  @Field(() => String, { description: "What is wrong and what to do." })
  readonly message!: string;
}

export interface EachJob<R> {
  readonly done: readonly R[];
  readonly failures: readonly JobFailureType[];
}

/** These concern the whole request. */
const OF_THE_REQUEST: ReadonlySet<DomainErrorCode> = new Set(["UNAUTHENTICATED", "FORBIDDEN", "BAD_INPUT"]);

/**
 * Does `work` for one job after the other. A job that fails does not affect the others.
 *
 * @throws DomainError `BAD_INPUT` for too many jobs; errors of `work` that concern the whole request.
 */
export async function eachJob<R>(
  ids: readonly string[],
  work: (id: string) => Promise<R>,
): Promise<EachJob<R>> {
  if (ids.length > MAX_JOBS) {
    throw new DomainError("BAD_INPUT", `jobIds: expected at most ${MAX_JOBS} ids.`, { field: "jobIds" });
  }
  const done: R[] = [];
  const failures: JobFailureType[] = [];
  for (const jobId of new Set(ids)) {
    try {
      done.push(await work(recordId(jobId, { kind: "job", field: "jobIds" })));
    } catch (error) {
      if (!(error instanceof DomainError) || OF_THE_REQUEST.has(error.code)) throw error;
      failures.push({ jobId, code: error.code, message: error.message });
    }
  }
  return { done, failures };
}
