import { Migration } from "@mikro-orm/migrations";

export class Retention extends Migration {
  override up(): void {
    this.addSql(`
      alter table job
        add page_end text not null default 'form_feed' check (page_end in ('form_feed', 'own_line')),
        add keep_for_search boolean not null default false,
        add text_lifetime_seconds integer,
        add text_expires_at timestamptz(3),
        add document_removed_at timestamptz(3);
      alter table job alter page_end drop default, alter keep_for_search drop default;
      update job set text_expires_at = now() + interval '7 days'
        where status in ('processed', 'failed', 'cancelled');

      create index on job (text_expires_at) where text_expires_at is not null;
      create index job_spent_document on job (settled_at)
        where settled_at is not null and text_expires_at is null and document_removed_at is null
          and file is not null;
      create index job_document on job ((file ->> 'objectKey')) where document_removed_at is null;

      create index on upload (created_at);
      create index upload_document on upload ((file ->> 'objectKey'));
    `);
  }
}
