import type { JobStore, TurnsTaken } from "@galley/core/domain";
import type { Run } from "./run.ts";

/** The part of a job store that knows who waits for a turn. */
export function createTurnReader(run: Run): Pick<JobStore, "lockTurns" | "countAhead"> {
  return {
    lockTurns: ({ organizationId, keyId, priority }) =>
      run(async (em) => {
        const share = [organizationId, keyId, priority] as const;
        // In a statement of its own, so that the next one sees what whoever held it has committed.
        await em.execute("select pg_advisory_xact_lock(hashtextextended(?, 0))", [
          `turns ${share.join(" ")}`,
        ]);
        const [taken] = await em.execute<TurnsTaken[]>(TURNS_TAKEN, [...share]);
        return taken ?? { first: null, ownLast: null };
      }),

    async countAhead(ids) {
      if (ids.length === 0) return new Map();
      const rows = await run((em) => em.execute<{ id: string; ahead: number }[]>(AHEAD, [[...ids]]));
      return new Map(rows.map(({ id, ahead }) => [id, ahead]));
    },
  };
}

const TURNS_TAKEN = `
  select
    (select min(turn) from job where turn is not null) as "first",
    (
      select max(turn) from job
      where organization_id = ?::uuid and key_id is not distinct from ?::uuid and priority = ? and turn is not null
    ) as "ownLast"`;

const AHEAD = `
  select id, (
    select count(*)::integer from job other
    where other.turn is not null
      and (other.turn, other.submitted_at, other.id) < (job.turn, job.submitted_at, job.id)
  ) as ahead
  from job where id in (?) and turn is not null`;
