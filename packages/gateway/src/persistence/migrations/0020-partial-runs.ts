import { Migration } from "@mikro-orm/migrations";

export class PartialRuns extends Migration {
  override up(): void {
    this.addSql(`
      alter table run drop constraint run_status_check;
      alter table run add constraint run_status_check check
        (status in ('pending', 'executing', 'completed', 'partial', 'stopped', 'error'));
      update run set status = 'partial'
        where status = 'completed' and failed_files > 0;
      alter table pipeline drop constraint pipeline_last_run_status_check;
      alter table pipeline add constraint pipeline_last_run_status_check check (last_run_status in
        ('yet_to_start', 'restarting', 'in_progress', 'success', 'partial', 'failure', 'paused'));
      alter table run add retries integer not null default 0;
      alter table run alter retries drop default;
      alter table run_file add attempts integer not null default 1, add written_to text;
      alter table run_file alter attempts drop default;
    `);
  }
}
