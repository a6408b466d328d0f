export const DELIVERY_STATES = ["pending", "delivered", "given_up", "disabled"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Something that has ended on its way to whoever wants to hear of it: a job's result, or the outcome of a run. */
export interface Delivery {
  readonly id: string;
  readonly organizationId: string;
  /** Null where it is the outcome of a run. */
  readonly jobId: string | null;
  /** The webhook of that name at the time of an attempt is the one that is called; "" for the outcome of a run. */
  readonly webhookName: string;
  /** The run, and the notification that is to hear of it; both null for the result of a job. */
  readonly runId: string | null;
  readonly notificationId: string | null;
  readonly state: DeliveryState;
  /** The latest attempts, oldest first, at most `MAX_KEPT_ATTEMPTS`. */
  readonly attempts: readonly DeliveryAttempt[];
  /** Attempts since the beginning, those no longer kept included. */
  readonly attemptsMade: number;
  /** How many attempts were made before the last replay, from which the schedule of retries begins anew. */
  readonly attemptsBefore: number;
  /** When the next attempt is due; null when there will be none. */
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
  readonly settledAt: Date | null;
}

/** One request to the target. */
export interface DeliveryAttempt {
  /** Counted from 1. */
  readonly number: number;
  readonly at: Date;
  readonly seconds: number;
  /** The status of the answer; null when there was none. */
  readonly status: number | null;
  /** What a person should know of a failure; "" when it was delivered. */
  readonly message: string;
  /** The beginning of the answer to an attempt that failed. */
  readonly answer: string;
}

export const MAX_KEPT_ATTEMPTS = 20;

/** Random part of the time until a retry, so that those who failed together do not come back together. */
const JITTER = 0.2;

/** A target that asks for more patience than this is tried earlier all the same. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

export interface RetryFacts {
  /** Seconds between attempts; as many retries as there are entries. */
  readonly schedule: readonly number[];
  /** How many attempts of this round have failed. */
  readonly failures: number;
  /** Milliseconds that the target asked for; 0 when it did not. */
  readonly retryAfterMs: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Milliseconds until the next attempt; undefined when there is none left. */
export function retryDelayMs({ schedule, failures, retryAfterMs, chance }: RetryFacts): number | undefined {
  const seconds = schedule[failures - 1];
  if (seconds === undefined) return undefined;
  const scheduled = seconds * 1000 * (1 - JITTER + 2 * JITTER * chance);
  return Math.round(Math.max(scheduled, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}
