import type { JobStore, TurnsTaken } from "@galley/core/domain";
import { prepared, rowsOf } from "../../prepared-statements.ts";
import type { Run } from "./run.ts";

/** The part of a job store that reads the turns of waiting jobs. */
export function createTurnReader(run: Run): Pick<JobStore, "lockTurns" | "countAhead"> {
  return {
    lockTurns: ({ organizationId, keyId, priority }, countTo) =>
      run(async (em) => {
        const [taken] = await rowsOf<TurnsTaken>(em, LOCK_TURNS, [organizationId, keyId, priority, countTo]);
        return taken ?? { first: null, ownLast: null, waiting: 0, ownWaiting: 0 };
      }),

    async countAhead(ids) {
      if (ids.length === 0) return new Map();
      const rows = await run((em) => rowsOf<{ id: string; ahead: number }>(em, AHEAD, [ids]));
      return new Map(rows.map(({ id, ahead }) => [id, ahead]));
    },
  };
}

/** A function of the database, because the lock and the counts must be statements of their own. */
const LOCK_TURNS = prepared(`
  select "first", own_last as "ownLast", waiting, own_waiting as "ownWaiting" from lock_turns($1, $2, $3, $4)`);

/** One index scan for any number of jobs: counting for each took seconds with thousands waiting. */
const AHEAD = prepared(`
  select id, ahead
  from (
    select id, (row_number() over (order by turn, submitted_at, id) - 1)::integer as ahead
    from job where turn is not null
  ) placed
  where id = any ($1)`);
