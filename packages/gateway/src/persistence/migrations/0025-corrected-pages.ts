import { Migration } from "@mikro-orm/migrations";

/** Pages are stored as they were corrected; how they were read is kept beside them. */
export class CorrectedPages extends Migration {
  override up(): void {
    this.addSql(`
      alter table job add text_revision integer not null default 0;
      create table page_as_read (
        job_id uuid not null,
        number integer not null,
        text text not null,
        words bytea not null,
        fields jsonb not null,
        structure text,
        primary key (job_id, number),
        foreign key (job_id, number) references page on delete cascade
      );
    `);
  }
}
