export const DELIVERY_STATES = ["pending", "delivered", "given_up", "disabled"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** A message to a target: the result of a job, the outcome of a run, or a test, which has neither. */
export interface Delivery {
  readonly id: string;
  readonly organizationId: string;
  /** Null unless it is the result of a job. */
  readonly jobId: string | null;
  /** The webhook with this name at the time of an attempt is called; "" for the outcome of a run. */
  readonly webhookName: string;
  /** The run and its notification; both null for the result of a job. */
  readonly runId: string | null;
  readonly notificationId: string | null;
  readonly state: DeliveryState;
  /** The latest attempts, oldest first, at most `MAX_KEPT_ATTEMPTS`. */
  readonly attempts: readonly DeliveryAttempt[];
  /** The total number of attempts, including those no longer stored. */
  readonly attemptsMade: number;
  /** The number of attempts before the last replay, which restarts the retry schedule. */
  readonly attemptsBefore: number;
  /** When the next attempt is due; null if there is none. */
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
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** The human-readable reason of a failure; "" if it was delivered. */
  readonly message: string;
  /** The beginning of the response. */
  readonly answer: string;
  /** What was sent; null if nothing was. */
  readonly request: SentRequest | null;
  /** The headers of the response, with long values cut. */
  readonly responseHeaders: Readonly<Record<string, string>>;
}

/** A request as it is logged: without secrets, and without the text of the document. */
export interface SentRequest {
  readonly headers: Readonly<Record<string, string>>;
  /** The size of the body that was sent. */
  readonly bytes: number;
  /** The beginning of the body. */
  readonly body: string;
}

/** How long settled deliveries are kept. */
export const KEEP_DELIVERIES_DAYS = 30;

export const MAX_KEPT_ATTEMPTS = 20;

/** Random fraction of each delay, so that simultaneous failures are not retried simultaneously. */
const JITTER = 0.2;

/** The longest `Retry-After` of a target that is honoured. */
const MAX_RETRY_AFTER_MS = 24 * 60 * 60 * 1000;

export interface RetryFacts {
  /** Seconds between attempts; the number of entries is the number of retries. */
  readonly schedule: readonly number[];
  /** The number of failed attempts since the start or the last replay. */
  readonly failures: number;
  /** Milliseconds that the target asked for; 0 if it did not. */
  readonly retryAfterMs: number;
  /** From 0 to 1. */
  readonly chance: number;
}

/** Milliseconds until the next attempt; undefined if none is left. */
export function retryDelayMs({ schedule, failures, retryAfterMs, chance }: RetryFacts): number | undefined {
  const seconds = schedule[failures - 1];
  if (seconds === undefined) return undefined;
  const scheduled = seconds * 1000 * (1 - JITTER + 2 * JITTER * chance);
  return Math.round(Math.max(scheduled, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS)));
}
