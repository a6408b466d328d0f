import { Migration } from "@mikro-orm/migrations";

/** Each invoice of a file that has several is a part with fields of its own. Documents that were read before are not split. */
export class PartsOfDocuments extends Migration {
  override up(): void {
    this.addSql(`
      alter table job add fields_split boolean not null default false;
      alter table fields_example
        drop constraint fields_example_job_id_schema_fkey,
        drop constraint fields_example_pkey,
        add part integer not null default 1;
      alter table document_fields
        drop constraint document_fields_pkey,
        add part integer not null default 1,
        add pages json,
        add primary key (job_id, schema, part);
      alter table fields_example
        add primary key (job_id, schema, part),
        add foreign key (job_id, schema, part) references document_fields on delete cascade;
      drop index document_fields_order;
      create index document_fields_order on document_fields
        (organization_id, schema, status, created_at, job_id, part);
    `);
  }
}
