import { Migration } from "@mikro-orm/migrations";

export class FileOrigins extends Migration {
  override up(): void {
    this.addSql(`
      alter table run_file add origin text not null default 'source' check (origin in ('posted', 'source'));
      update run_file set origin = 'posted' from run where run.id = run_file.run_id and run.trigger = 'api';
      alter table run_file alter origin drop default;
    `);
  }
}
