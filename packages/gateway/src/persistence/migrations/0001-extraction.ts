import { Migration } from "@mikro-orm/migrations";

export class Extraction extends Migration {
  override up(): void {
    this.addSql(`
      create table organization (
        id uuid primary key,
        slug text not null unique,
        created_at timestamptz(3) not null
      );

      create table extraction_key (
        id uuid primary key,
        organization_id uuid not null references organization,
        description text not null,
        digest text not null unique,
        active boolean not null,
        created_at timestamptz(3) not null
      );
      create index on extraction_key (organization_id);

      create table access_token (
        id uuid primary key,
        organization_id uuid not null references organization,
        description text not null,
        digest text not null unique,
        tier text not null check (tier in ('read', 'read_write', 'full_access')),
        active boolean not null,
        created_at timestamptz(3) not null
      );
      create index on access_token (organization_id);

      create table upload (
        id uuid primary key,
        organization_id uuid not null references organization,
        file jsonb not null,
        created_at timestamptz(3) not null
      );
      create index on upload (organization_id);

      create table job (
        id uuid primary key,
        organization_id uuid not null references organization,
        handle text not null unique,
        status text not null check (
          status in ('accepted', 'processing', 'processed', 'retrieved', 'failed', 'cancelled')
        ),
        status_message text not null,
        options jsonb not null,
        file jsonb not null,
        tag text not null,
        page_count integer,
        pages_selected integer,
        pages_done integer not null,
        submitted_at timestamptz(3) not null,
        started_at timestamptz(3),
        settled_at timestamptz(3),
        retrieved_at timestamptz(3)
      );
      create index on job (organization_id, submitted_at desc, id desc);
      create index on job (organization_id, status);

      create table page (
        job_id uuid not null references job on delete cascade,
        number integer not null,
        sequence bigserial not null,
        ok boolean not null,
        facts jsonb not null,
        text text not null,
        lines bytea not null,
        words bytea not null,
        primary key (job_id, number)
      );
      alter table page alter lines set storage external, alter words set storage external;
      create index on page (job_id, sequence);
    `);
  }
}
