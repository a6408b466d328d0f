import { Migration } from "@mikro-orm/migrations";

/** Locks a job that is as it was read; ends the transaction like a serialization failure otherwise. */
export class UnchangedJobs extends Migration {
  override up(): void {
    this.addSql(`
      create function lock_unchanged_job(job_id uuid, known_status text, known_pages integer)
      returns void language plpgsql as $$
        begin
          perform from job where id = job_id and status = known_status and pages_done = known_pages for update;
          if not found then
            raise exception 'Job % has changed.', job_id using errcode = 'serialization_failure';
          end if;
        end $$;
    `);
  }

  override down(): void {
    this.addSql("drop function lock_unchanged_job;");
  }
}
