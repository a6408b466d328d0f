import { Migration } from "@mikro-orm/migrations";

export class JobTags extends Migration {
  override up(): void {
    this.addSql(`
      -- A list by tag read the whole table. Most documents have the tag that they get without one: they cost nothing.
      create index job_tag on job (organization_id, tag, submitted_at desc, id desc) where tag <> 'default'`);
  }
}
