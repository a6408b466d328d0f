import { Migration } from "@mikro-orm/migrations";

export class JobLists extends Migration {
  override up(): void {
    this.addSql(`
      alter table job add name_key text collate "C" not null default '', add tag_key text not null default '';
      update job set
        name_key = lower(left(coalesce(file ->> 'name', source ->> 'name', ''), 255)),
        tag_key = lower(left(tag, 255));
      alter table job alter name_key drop default, alter tag_key drop default;

      create index job_newest on job (organization_id, submitted_at desc, id desc)
        include (status, name_key, tag_key);
      create index job_name on job (organization_id, name_key, id) include (status, submitted_at, tag_key);
      drop index job_organization_id_submitted_at_id_idx;
    `);
  }
}
