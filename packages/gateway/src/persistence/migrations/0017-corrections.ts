import { Migration } from "@mikro-orm/migrations";

export class Corrections extends Migration {
  override up(): void {
    this.addSql(`
      create table correction (
        job_id uuid not null references job on delete cascade,
        page integer not null,
        word integer not null,
        organization_id uuid not null references organization,
        original text not null,
        text text not null,
        author_id uuid,
        corrected_at timestamptz(3) not null,
        primary key (job_id, page, word)
      );
    `);
  }
}
