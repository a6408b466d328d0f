import { nameOf } from "../documents/live/job-row.ts";
import type { DeliveryState } from "../generated/graphql.ts";
import type { State } from "../parts/state-badge.tsx";
import { durationInWords } from "../runs/durations.ts";
import type { AttemptRecord, DeliveryRecord } from "./delivery-queries.ts";

export const DELIVERY_STATES = {
  PENDING: { state: "queued", label: "Pending" },
  DELIVERED: { state: "done", label: "Delivered" },
  GIVEN_UP: { state: "failed", label: "Failed" },
  DISABLED: { state: "cancelled", label: "Disabled" },
} as const satisfies Record<DeliveryState, { readonly state: State; readonly label: string }>;

/** The content of a delivery: the name of its document, or a name for messages without one. */
export function contentOf({ job }: Pick<DeliveryRecord, "job">, withoutDocument: string): string {
  return job === null ? withoutDocument : nameOf(job);
}

/** How an attempt ended, such as "Status 200 in 12 ms". */
export function attemptInWords({ status, seconds }: AttemptRecord): string {
  const took = durationInWords(seconds * 1000);
  return status === null ? `No response in ${took}` : `Status ${status} in ${took}`;
}

/** How a delivery stands, as a sentence. */
export function outcomeOf({ state, attempts }: Pick<DeliveryRecord, "attempts" | "state">): string {
  const last = attempts.at(-1);
  if (last === undefined) return state === "PENDING" ? "Being sent…" : "Nothing was sent.";
  if (state === "DELIVERED") return `Delivered. ${attemptInWords(last)}.`;
  return state === "PENDING" ? `${last.message} It will be sent again.` : last.message;
}
