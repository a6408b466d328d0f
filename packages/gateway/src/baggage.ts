import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";

/**
 * Correlation identifiers of the current work. They are added to every log line and carried through the
 * queues.
 */
export const baggageSchema = z.object({
  requestId: z.string().optional(),
  jobId: z.string().optional(),
  deliveryId: z.string().optional(),
  runId: z.string().optional(),
  runFileId: z.string().optional(),
  noticeId: z.string().optional(),
  /** The parent span, in the format of W3C Trace Context. */
  traceparent: z.string().optional(),
});
export type Baggage = Readonly<z.infer<typeof baggageSchema>>;

const storage = new AsyncLocalStorage<Baggage>();

export function currentBaggage(): Baggage {
  return storage.getStore() ?? {};
}

/** Runs `work` with `own` added to the current baggage. */
export function withBaggage<T>(own: Baggage, work: () => T): T {
  return storage.run({ ...currentBaggage(), ...own }, work);
}

/**
 * Runs `work` without baggage: for events that have nothing to do with the work during which they are
 * noticed.
 */
export function withoutBaggage<T>(work: () => T): T {
  return storage.run({}, work);
}
