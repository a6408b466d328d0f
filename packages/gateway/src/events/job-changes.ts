import type { Job } from "@galley/core/domain";

/** The channel on which PostgreSQL carries changes of jobs between replicas. */
export const JOB_CHANGES = "galley_job_changes";

type Change = Pick<Job, "id" | "organizationId">;

/** Ids only: a notice is at most 8,000 bytes, and what it is about is read from the tables anyway. */
export function formatChange({ id, organizationId }: Change): string {
  return `${id} ${organizationId}`;
}

/** Undefined for what this version does not send. */
export function parseChange(payload: string): Change | undefined {
  const [id, organizationId, ...rest] = payload.split(" ");
  return id && organizationId && rest.length === 0 ? { id, organizationId } : undefined;
}
