import { Migration } from "@mikro-orm/migrations";

/** Limits of organizations, and the files that count for them. */
export class OrganizationLimitsTables extends Migration {
  override up(): void {
    this.addSql(`
      create table organization_limits (
        organization_id uuid primary key references organization,
        pages_per_day integer,
        documents_in_flight integer,
        bytes_kept bigint
      );

      -- One row for each file, although several jobs and an upload can have it: adding up the files of 100,000 jobs would
      -- read all of their rows.
      create table kept_file (
        object_key text primary key,
        organization_id uuid not null,
        bytes bigint not null
      );
      create index kept_file_bytes on kept_file (organization_id) include (bytes);

      create function keep_file() returns trigger language plpgsql as $$
        begin
          insert into kept_file values (new.file ->> 'objectKey', new.organization_id, (new.file ->> 'bytes')::bigint)
          on conflict do nothing;
          return null;
        end $$;
      create trigger upload_kept after insert on upload for each row execute function keep_file();
      create trigger job_file_kept after insert on job for each row
        when (new.file is not null and new.document_removed_at is null) execute function keep_file();
      create trigger fetched_file_kept after update of file on job for each row
        when (old.file is null and new.file is not null) execute function keep_file();

      create function forget_file() returns trigger language plpgsql as $$
        declare
          key text := old.file ->> 'objectKey';
        begin
          if not exists (select from job where file ->> 'objectKey' = key and document_removed_at is null)
            and not exists (select from upload where file ->> 'objectKey' = key) then
            delete from kept_file where object_key = key;
          end if;
          return null;
        end $$;
      create trigger upload_forgotten after delete on upload for each row execute function forget_file();
      create trigger job_file_forgotten after delete on job for each row
        when (old.file is not null and old.document_removed_at is null) execute function forget_file();
      create trigger removed_file_forgotten after update of document_removed_at on job for each row
        when (old.file is not null and old.document_removed_at is null and new.document_removed_at is not null)
        execute function forget_file();

      insert into kept_file
        select file ->> 'objectKey', organization_id, (file ->> 'bytes')::bigint from job
          where file ->> 'objectKey' is not null and document_removed_at is null
        union all
        select file ->> 'objectKey', organization_id, (file ->> 'bytes')::bigint from upload
      on conflict do nothing;
    `);
  }
}
