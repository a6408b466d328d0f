import type { SendOptions } from "pg-boss";
import { z } from "zod";
import { baggageSchema, currentBaggage, withBaggage, type Baggage } from "../baggage.ts";
import type { EntryBoss } from "./notifications/entry-boss.ts";

/** Entries of earlier versions have none; those of their schedules have no data either. */
const entrySchema = z.object({ baggage: baggageSchema.default({}) });

/**
 * Sends a task with its origin: the request, the run and the trace. Jobs and files are not passed on, because
 * one of them often sends the next; `own` adds what else belongs to the task.
 */
export async function sendEntry(
  boss: EntryBoss,
  name: string,
  {
    task,
    options,
    own = {},
  }: { readonly task: object; readonly options: SendOptions; readonly own?: Baggage },
): Promise<void> {
  const { requestId, runId, traceparent } = currentBaggage();
  await boss.send(name, { ...task, baggage: { requestId, runId, traceparent, ...own } }, options);
  // In a transaction, the entry is announced with the commit; the watch finds a deferred one when it is due.
  if (options.db === undefined && options.startAfter === undefined) await boss.announce(name);
}

/** The entries of an organization form a group, of which only so many are worked on at a time. */
export function groupOf({
  organizationId: id,
}: {
  readonly organizationId?: string | undefined;
}): Pick<SendOptions, "group"> {
  return id === undefined ? {} : { group: { id } };
}

/** Runs `work` with the baggage of a queue entry. */
export function onBehalfOf<T>(data: unknown, work: () => T): T {
  return withBaggage(entrySchema.parse(data ?? {}).baggage, work);
}
