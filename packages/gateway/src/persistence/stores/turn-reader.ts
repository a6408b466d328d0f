import type { JobStore, TurnsTaken } from "@galley/core/domain";
import { prepared, rowsOf } from "../../prepared-statements.ts";
import type { Run } from "./run.ts";

/** The part of a job store that reads the turns of waiting jobs. */
export function createTurnReader(run: Run): Pick<JobStore, "lockTurns" | "countAhead"> {
  return {
    lockTurns: ({ organizationId, keyId, priority }, countTo) =>
      run(async (em) => {
        const share = [organizationId, keyId, priority] as const;
        // In a statement of its own, so that the next one sees what the previous holder of the lock has
        // committed.
        await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
          `turns ${share.join(" ")}`,
        ]);
        const own = [organizationId, priority, ...(keyId === null ? [] : [keyId])];
        const statement = turnsTaken(keyId === null ? "key_id is null" : "key_id = ?");
        const [taken] = await em.execute<TurnsTaken[]>(statement, [...own, countTo, ...own, countTo]);
        return taken ?? { first: null, ownLast: null, waiting: 0, ownWaiting: 0 };
      }),

    async countAhead(ids) {
      if (ids.length === 0) return new Map();
      const rows = await run((em) => rowsOf<{ id: string; ahead: number }>(em, AHEAD, [ids]));
      return new Map(rows.map(({ id, ahead }) => [id, ahead]));
    },
  };
}

/**
 * Written for the indices of turns: a null-safe comparison would use none, and neither would an unordered
 * count.
 */
function turnsTaken(ofKey: string): string {
  const own = `from job where organization_id = ? and priority = ? and ${ofKey} and turn is not null`;
  return `
    select
      (select min(turn) from job where turn is not null) as "first",
      (select max(turn) ${own}) as "ownLast",
      (select count(*)::integer from (select from job where turn is not null order by turn limit ?) counted) as waiting,
      (select count(*)::integer from (select ${own} order by turn limit ?) counted) as "ownWaiting"`;
}

/** One index scan for any number of jobs: counting for each took seconds with thousands waiting. */
const AHEAD = prepared(`
  select id, ahead
  from (
    select id, (row_number() over (order by turn, submitted_at, id) - 1)::integer as ahead
    from job where turn is not null
  ) placed
  where id = any ($1)`);
