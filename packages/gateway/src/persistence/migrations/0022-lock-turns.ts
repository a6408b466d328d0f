import { Migration } from "@mikro-orm/migrations";

export class LockTurns extends Migration {
  override up(): void {
    this.addSql(`
      -- Waits for the lock in a statement of its own, so that the next statement sees what its previous holder has
      -- committed. The conditions are written for the indexes of turns: "is not distinct from" would use none, and
      -- neither would an unordered count.
      create function lock_turns(
        organization uuid, key uuid, share_priority text, count_to integer,
        out "first" integer, out own_last integer, out waiting integer, out own_waiting integer
      ) language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(hashtextextended(format('turns %s %s %s', organization, key, share_priority), 0));
        select min(turn) into "first" from job where turn is not null;
        select count(*) into waiting from (select from job where turn is not null order by turn limit count_to) counted;
        if key is null then
          select max(turn) into own_last from job
          where organization_id = organization and priority = share_priority and key_id is null and turn is not null;
          select count(*) into own_waiting from (
            select from job
            where organization_id = organization and priority = share_priority and key_id is null and turn is not null
            order by turn limit count_to
          ) counted;
        else
          select max(turn) into own_last from job
          where organization_id = organization and priority = share_priority and key_id = key and turn is not null;
          select count(*) into own_waiting from (
            select from job
            where organization_id = organization and priority = share_priority and key_id = key and turn is not null
            order by turn limit count_to
          ) counted;
        end if;
      end $$;
    `);
  }
}
