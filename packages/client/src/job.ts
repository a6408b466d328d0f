import type { JobFieldsFragment } from "./generated/graphql.ts";

/** What is known of a document. */
export type Job = JobFieldsFragment;

/** Whether nothing changes any more. */
export function isSettled({ status }: Job): boolean {
  return status !== "ACCEPTED" && status !== "PROCESSING";
}
