import { Migration } from "@mikro-orm/migrations";

/** What confirmed documents teach about others; removed with the fields that they were made from. */
export class FieldsExamples extends Migration {
  override up(): void {
    this.addSql(`
      create table fields_example (
        job_id uuid not null,
        schema text not null,
        organization_id uuid not null references organization,
        sketch integer[] not null,
        example text not null,
        created_at timestamptz(3) not null,
        primary key (job_id, schema),
        foreign key (job_id, schema) references document_fields on delete cascade
      );
      create index fields_example_order on fields_example (organization_id, schema, created_at);
    `);
  }

  override down(): void {
    this.addSql("drop table fields_example;");
  }
}
