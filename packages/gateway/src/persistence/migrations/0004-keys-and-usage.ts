import { Migration } from "@mikro-orm/migrations";

export class KeysAndUsage extends Migration {
  override up(): void {
    this.addSql(`
      alter table extraction_key
        add masked text not null default '…',
        add pages_per_day integer,
        add pages_per_month integer,
        add requests_per_minute integer,
        add rotated_at timestamptz(3),
        add revoked_at timestamptz(3),
        add last_used_at timestamptz(3);
      update extraction_key set revoked_at = created_at where not active;
      alter table extraction_key alter masked drop default, drop active;

      alter table job add key_id uuid references extraction_key;

      create table page_usage (
        organization_id uuid not null references organization,
        key_id uuid references extraction_key,
        day date not null,
        mode text not null,
        tag text not null,
        pages integer not null
      );
      create unique index on page_usage (organization_id, day, mode, tag, key_id) nulls not distinct;

      create table idempotency_claim (
        organization_id uuid not null references organization,
        key text not null,
        fingerprint text not null,
        job_id uuid not null references job on delete cascade deferrable initially deferred,
        created_at timestamptz(3) not null,
        primary key (organization_id, key)
      );
      create index on idempotency_claim (organization_id, created_at);

      -- Of no use after a minute: a crash may empty it, and so a request waits for no disk.
      create unlogged table request_count (
        key_id uuid primary key,
        minute integer not null,
        requests integer not null
      );
    `);
  }
}
