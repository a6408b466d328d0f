import { Migration } from "@mikro-orm/migrations";

/**
 * The index of the texts of all pages. It is filled by workers, so processing a document adds one short row: its id, by
 * which a worker finds it. The words of a page are stored apart from its row, so that a search reads few bytes for each.
 */
export class Contents extends Migration {
  override up(): void {
    this.addSql(`
      create table page_contents (
        job_id uuid not null,
        number integer not null,
        organization_id uuid not null,
        sequence bigint not null,
        words tsvector not null,
        primary key (job_id, number),
        foreign key (job_id, number) references page on delete cascade
      ) with (toast_tuple_target = 128);
      alter table page_contents alter column words set storage external;
      create index page_contents_words on page_contents using gin (words);
      create table unindexed_job (id uuid primary key);
      insert into unindexed_job select id from job 
        where settled_at is not null and (text_expires_at is not null or keep_for_search);
      create function add_unindexed_job() returns trigger language plpgsql as $$
        begin
          insert into unindexed_job values (new.id) on conflict do nothing;
          return null;
        end $$;
      create trigger settled_job_is_indexed after update of settled_at on job for each row
        when (old.settled_at is null and new.settled_at is not null) execute function add_unindexed_job();
      create trigger corrected_job_is_indexed after update of text_revision on job for each row
        when (old.text_revision <> new.text_revision and new.settled_at is not null)
        execute function add_unindexed_job();
    `);
  }
}
