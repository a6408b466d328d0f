import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ClockSetBack } from "./clock-set-back.ts";
import { NEW_ENTRIES, payloadOfColumn, type Dispatcher } from "./dispatcher.ts";
import type { EntryBoss } from "./entry-boss.ts";
import type { Session } from "./session.ts";

/** How often the watching process looks for entries that became due and for lost workers. */
const LOOK_MS = 1000;

/** How often the others try to take its place: a process that ends, however it ends, is replaced in this time. */
const TRY_MS = 3000;

/** How often a process that does not watch checks that its connection still delivers notifications. */
const CHECK_MS = 10_000;

/** How often the watching process has the queue delete and count entries; lost workers are looked for separately. */
const SUPERVISE_MS = 30_000;

/** How often each process looks without being notified: at least this, at most twice as long. */
const NET_MS = 30_000;

/** How often a process looks while it gets no notifications. */
const DEAF_MS = 1000;

const MINUTE_MS = 60_000;

/** A queue that gets an entry every so many minutes. */
export interface Schedule {
  readonly queue: string;
  readonly everyMinutes: number;
}

export interface WatchParts {
  readonly session: Session;
  readonly dispatcher: Dispatcher;
  readonly boss: Pick<EntryBoss, "supervise" | "send" | "announce">;
  readonly schedules: readonly Schedule[];
  /** Whether this process may be the one that watches. */
  readonly supervises: boolean;
  readonly failed: (error: unknown) => void;
}

/**
 * Watches the queue. New entries are announced by their senders. Everything else (retries and deferred entries that
 * become due, lost workers, schedules, entries of older versions) is found by one process, which holds a lock of its
 * session, with one statement a second; so idle processes hardly query the database. Processes that get no
 * notifications look for themselves.
 */
export async function startWatch(parts: WatchParts): Promise<AsyncDisposable> {
  const { session, dispatcher, failed } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = new Watch(parts);
  const listener = await session.listen(
    NEW_ENTRIES,
    (payload) => dispatcher.heard(payload),
    () => {
      watch.resign();
      dispatcher.wakeAll();
    },
  );
  const deaf = setInterval(() => {
    if (!session.isOpen) dispatcher.wakeAll();
  }, DEAF_MS);
  const running = [keepWatching(watch, { session, failed, signal }), keepLooking(dispatcher, signal)];
  return {
    async [Symbol.asyncDispose]() {
      stopping.abort();
      clearInterval(deaf);
      await Promise.all(running);
      await listener.close();
    },
  };
}

async function keepWatching(
  watch: Watch,
  { session, failed, signal }: Pick<WatchParts, "session" | "failed"> & { readonly signal: AbortSignal },
): Promise<void> {
  do {
    try {
      if (session.isOpen) await watch.look();
    } catch (error) {
      // The session reports the loss of its connection.
      if (session.isOpen && !signal.aborted) failed(error);
    }
  } while (await passed(watch.pauseMs, signal));
}

/** At random times, so that many processes do not query at once. */
async function keepLooking(dispatcher: Dispatcher, signal: AbortSignal): Promise<void> {
  while (await passed(NET_MS * (1 + Math.random()), signal)) dispatcher.wakeAll();
}

/** False if the wait was aborted. */
function passed(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return sleep(milliseconds, true, { signal }).catch(() => false);
}

class Watch {
  readonly #parts: WatchParts;
  readonly #clock: ClockSetBack;
  #holdsLock = false;
  #supervisedAt = -Infinity;
  #minute: number | undefined;

  constructor(parts: WatchParts) {
    this.#parts = parts;
    this.#clock = new ClockSetBack(parts.session);
  }

  /** The lock ends with the connection. */
  resign(): void {
    this.#holdsLock = false;
  }

  get pauseMs(): number {
    if (!this.#parts.supervises) return CHECK_MS;
    return this.#holdsLock ? LOOK_MS : TRY_MS;
  }

  async look(): Promise<void> {
    const { session, supervises } = this.#parts;
    if (!supervises) {
      await session.query(CHECK);
      return;
    }
    if (!this.#holdsLock) {
      const [answer] = await session.query<{ locked: boolean }>(TRY_LOCK);
      if (answer?.locked !== true) return;
      this.#holdsLock = true;
    }
    await this.#clock.correct();
    const queues = lostSchema.parse(await session.query(LOOK, [NEW_ENTRIES]));
    await this.#supervise(queues.filter(({ lost }) => lost).map(({ name }) => name));
    await this.#sendScheduled();
  }

  async #supervise(queuesOfLostWorkers: readonly string[]): Promise<void> {
    const { boss } = this.#parts;
    const now = performance.now();
    if (now - this.#supervisedAt >= SUPERVISE_MS) {
      this.#supervisedAt = now;
      await boss.supervise();
    } else {
      for (const queue of queuesOfLostWorkers) await boss.supervise(queue);
    }
  }

  /** The first look sends what is due each minute: the process that watched before may have ended before sending it. */
  async #sendScheduled(): Promise<void> {
    const { boss, schedules } = this.#parts;
    const minute = Math.floor(Date.now() / MINUTE_MS);
    if (minute === this.#minute) return;
    for (const { queue, everyMinutes } of schedules) {
      const isDue = this.#minute === undefined ? everyMinutes === 1 : minute % everyMinutes === 0;
      if (!isDue) continue;
      await boss.send(queue, {});
      await boss.announce(queue);
    }
    this.#minute = minute;
  }
}

const lostSchema = z.array(z.object({ name: z.string(), lost: z.boolean() }));

const CHECK = "select 1";

/** Any number that nothing else locks in this database. */
const TRY_LOCK = "select pg_try_advisory_lock(hashtextextended('galley queue watch', 0)) as locked";

/**
 * Notifies of due entries; the rows are the queues that have due entries or entries of lost workers. The order is that of
 * an index, without which the planner would expect to find a due entry soon in the table.
 */
export const LOOK = `
  select name, lost, case when due then pg_notify($1, ${payloadOfColumn("name")}) end
  from (
    select queue.name,
      (
        select true from pgboss.job as entry
        where entry.name = queue.name and entry.state < 'active' and not entry.blocked and entry.start_after <= now()
        order by entry.priority desc, entry.created_on
        limit 1
      ) is not null as due,
      queue.name in (
        select entry.name from pgboss.job as entry
        where entry.state = 'active'
          and entry.heartbeat_on < now() - entry.heartbeat_seconds * interval '1 second'
      ) as lost
    from pgboss.queue as queue
    where queue.name not like '\\_\\_%'
  ) as looked
  where due or lost`;
