import { AsyncLocalStorage } from "node:async_hooks";
import { z } from "zod";

/** Identifiers of what is being worked for. They stand in every log line of it and go along through the queues. */
export const baggageSchema = z.object({
  requestId: z.string().optional(),
  jobId: z.string().optional(),
  deliveryId: z.string().optional(),
  runId: z.string().optional(),
  runFileId: z.string().optional(),
  noticeId: z.string().optional(),
  /** The span of a trace below which it is, as W3C writes it. */
  traceparent: z.string().optional(),
});
export type Baggage = Readonly<z.infer<typeof baggageSchema>>;

const storage = new AsyncLocalStorage<Baggage>();

export function currentBaggage(): Baggage {
  return storage.getStore() ?? {};
}

/** Does `work` with `own` besides what is carried already. */
export function withBaggage<T>(own: Baggage, work: () => T): T {
  return storage.run({ ...currentBaggage(), ...own }, work);
}

/** Does `work` on behalf of nobody: for what is only noticed while something else is under way. */
export function withoutBaggage<T>(work: () => T): T {
  return storage.run({}, work);
}
