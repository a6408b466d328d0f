import type { Session } from "./session.ts";

/** How often the clock of the database is compared. */
const COMPARE_MS = 10_000;

/** Smaller steps delay nothing for long; a busy machine makes some appear. */
const TOLERATED_S = 5;

const LONGEST_QUERY_MS = 1000;

/**
 * Notices when the clock of the database is set back, by a clock that is not. Entries that were due would otherwise wait
 * until the new clock has caught up, and lost workers would not be noticed until then.
 */
export class ClockSetBack {
  readonly #session: Pick<Session, "query">;
  #comparedAt = -Infinity;
  /** Seconds that the clock of the database is ahead of this process's, which is never set. */
  #ahead: number | undefined;

  constructor(session: Pick<Session, "query">) {
    this.#session = session;
  }

  /** Corrects the times of all entries if the clock was set back since the last call. */
  async correct(): Promise<void> {
    const now = performance.now();
    if (now - this.#comparedAt < COMPARE_MS) return;
    this.#comparedAt = now;
    const [row] = await this.#session.query<{ seconds: number }>(SECONDS);
    // After a slow query, the difference says nothing about the clock.
    if (performance.now() - now > LONGEST_QUERY_MS) return;
    const ahead = Number(row?.seconds) - now / 1000;
    // The first time, only entries that were created in the future show that it was set back.
    const back = this.#ahead === undefined ? 0 : this.#ahead - ahead;
    if (this.#ahead === undefined || back > TOLERATED_S) {
      await this.#session.query(START_EARLIER, [back, TOLERATED_S]);
      await this.#session.query(BEAT_NOW);
    }
    this.#ahead = ahead;
  }
}

const SECONDS = "select extract(epoch from clock_timestamp())::float8 as seconds";

const START_EARLIER = `
  update pgboss.job
  set start_after = start_after - greatest($1::float8 * interval '1 second', created_on - now())
  where state < 'active' and start_after > now()
    and ($1::float8 > 0 or created_on > now() + $2::float8 * interval '1 second')`;

/** Heartbeats in the future would hide that a worker was lost; a live worker sends another one soon. */
const BEAT_NOW = "update pgboss.job set heartbeat_on = now() where state = 'active' and heartbeat_on > now()";
