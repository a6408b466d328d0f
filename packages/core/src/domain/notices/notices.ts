import type { Caller } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import { endOnAbort } from "../end-on-abort.ts";
import type { Database, Environment } from "../ports.ts";
import type { UserRecords } from "../access/model/user-ports.ts";
import type { Mailer } from "./mailer.ts";
import type { NoticeQuery, NoticeRecords, NoticeSubscriptions } from "./notice-ports.ts";
import type { Notice } from "./notice.ts";
import { readNow, readThroughOutage } from "../through-outage.ts";

export type NoticeListQuery = Pick<NoticeQuery, "after" | "limit">;

/** The caller's notices within Galley; service accounts and keys have none. */
export interface Notices {
  /** Newest first. */
  list(caller: Caller, query: NoticeListQuery): Promise<readonly Notice[]>;
  count(caller: Caller): Promise<number>;
  /** @throws DomainError `NOT_FOUND`, also for another user's notice. */
  find(caller: Caller, id: string): Promise<Notice>;
  /** @throws DomainError `NOT_FOUND`. A notice that was read before is unchanged. */
  markRead(caller: Caller, id: string): Promise<Notice>;
  /**
   * The caller's unread notices, oldest first, then each new one, until the signal aborts. If many arrive at once,
   * only the latest are yielded.
   */
  watch(caller: Caller, signal: AbortSignal): AsyncGenerator<Notice, void, undefined>;
  /**
   * For workers: e-mails a notice, if e-mail is configured.
   *
   * @throws Error if it could not be sent; the queue retries.
   */
  send(noticeId: string): Promise<void>;
}

export interface NoticePorts {
  readonly database: Database<NoticeRecords & UserRecords>;
  readonly environment: Environment;
  readonly subscriptions: NoticeSubscriptions;
  /** Undefined if e-mail is not configured. */
  readonly mailer?: Mailer | undefined;
}

const WATCHED_AT_ONCE = 100;

export function createNotices(ports: NoticePorts): Notices {
  const { notices } = ports.database.records;
  return {
    async list(caller, query) {
      const reader = readerOf(caller);
      return reader ? notices.list({ ...reader, ...query }) : [];
    },
    async count(caller) {
      const reader = readerOf(caller);
      return reader ? notices.count(reader) : 0;
    },
    find: (caller, id) => find(ports, caller, id),
    markRead: (caller, id) => markRead(ports, caller, id),
    watch: (caller, signal) => watch(ports, caller, signal),
    send: (noticeId) => send(ports, noticeId),
  };
}

type Reader = Pick<Notice, "organizationId" | "userId">;

function readerOf(caller: Caller): Reader | undefined {
  if (caller.kind === "extraction_key" || caller.userId === null) return undefined;
  return { organizationId: caller.organizationId, userId: caller.userId };
}

async function find({ database }: NoticePorts, caller: Caller, id: string): Promise<Notice> {
  const reader = readerOf(caller);
  const notice = await database.records.notices.find(id);
  if (notice && notice.userId === reader?.userId && notice.organizationId === reader.organizationId) {
    return notice;
  }
  throw new DomainError("NOT_FOUND", "Notice not found.", { field: "id" });
}

async function markRead(ports: NoticePorts, caller: Caller, id: string): Promise<Notice> {
  const { database, environment } = ports;
  const notice = await find(ports, caller, id);
  if (notice.readAt) return notice;
  const readAt = environment.now();
  await database.transaction(({ notices }) => notices.markRead(id, readAt));
  return { ...notice, readAt };
}

/** Subscribes before it reads, so no notice is missed. */
async function* watch(
  { database, subscriptions }: NoticePorts,
  caller: Caller,
  signal: AbortSignal,
): AsyncGenerator<Notice, void, undefined> {
  const reader = readerOf(caller);
  if (!reader) return;
  await using arrivals = subscriptions.noticeArrivals(reader.userId);
  endOnAbort(arrivals, signal);
  let sent: ReadonlySet<string> = new Set();
  let read = readNow;
  do {
    const query = { ...reader, limit: WATCHED_AT_ONCE };
    const latest = await read(() => database.records.notices.list(query), []);
    read = readThroughOutage(signal);
    for (const notice of latest.toReversed()) if (!sent.has(notice.id) && !notice.readAt) yield notice;
    sent = new Set([...sent, ...latest.map(({ id }) => id)].slice(-2 * WATCHED_AT_ONCE));
  } while (!(await arrivals.next()).done);
}

async function send({ database: { records }, mailer }: NoticePorts, noticeId: string): Promise<void> {
  const notice = await records.notices.find(noticeId);
  const user = notice && (await records.users.find(notice.userId));
  if (!mailer || !notice || !user?.active) return;
  await mailer.send({ to: user.email, subject: notice.message, text: `${notice.message}\n` });
}
