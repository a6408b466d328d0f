import { Migration } from "@mikro-orm/migrations";

/** Schemas of organizations, and the fields of documents by them or by schemas that ship. */
export class Fields extends Migration {
  override up(): void {
    this.addSql(`
      create table fields_schema (
        organization_id uuid not null references organization,
        name text not null,
        version integer not null,
        definition jsonb not null,
        author_id uuid,
        created_at timestamptz(3) not null,
        primary key (organization_id, name, version)
      );
      create table document_fields (
        job_id uuid not null references job on delete cascade,
        schema text not null,
        organization_id uuid not null references organization,
        version integer not null,
        status text not null,
        message text not null,
        result jsonb,
        created_at timestamptz(3) not null,
        read_at timestamptz(3),
        reviewed_at timestamptz(3),
        reviewer_id uuid,
        primary key (job_id, schema)
      );
      create index document_fields_order on document_fields
        (organization_id, schema, status, created_at, job_id);
      alter table job add fields_schema text;
    `);
  }
}
