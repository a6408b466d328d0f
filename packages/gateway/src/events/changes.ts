import type { Job, Notice, Run } from "@galley/core/domain";

/**
 * The PostgreSQL channel that carries changes between replicas; one connection listens for all kinds of them.
 */
export const CHANGES = "galley_changes";

export type Change =
  | { readonly kind: "job"; readonly job: Pick<Job, "id" | "organizationId"> }
  | { readonly kind: "deletion"; readonly job: Pick<Job, "id" | "organizationId"> }
  | { readonly kind: "notice"; readonly notice: Pick<Notice, "userId"> }
  | { readonly kind: "run"; readonly run: Pick<Run, "id"> };

/** Only ids: a notification is at most 8,000 bytes, and the records are read from the tables anyway. */
export function formatChange(change: Change): string {
  switch (change.kind) {
    case "job":
    case "deletion":
      return `${change.kind} ${change.job.id} ${change.job.organizationId}`;
    case "notice":
      return `notice ${change.notice.userId}`;
    case "run":
      return `run ${change.run.id}`;
    default:
      return change satisfies never;
  }
}

/** Undefined for a format that this version does not send. */
export function parseChange(payload: string): Change | undefined {
  const [kind, first, second, ...rest] = payload.split(" ");
  if (!first || rest.length > 0) return undefined;
  if ((kind === "job" || kind === "deletion") && second)
    return { kind, job: { id: first, organizationId: second } };
  if (second !== undefined) return undefined;
  if (kind === "run") return { kind, run: { id: first } };
  return kind === "notice" ? { kind, notice: { userId: first } } : undefined;
}
