import { Migration } from "@mikro-orm/migrations";

export class Webhooks extends Migration {
  override up(): void {
    this.addSql(`
      create table webhook (
        id uuid primary key,
        organization_id uuid not null references organization,
        name text not null,
        url text not null,
        sealed_auth_token text not null,
        sealed_signing_secret text not null,
        disabled_at timestamptz(3),
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        unique (organization_id, name)
      );

      alter table job
        add webhook_name text,
        add webhook_metadata text not null default '';
      alter table job alter webhook_metadata drop default;

      create table delivery (
        id uuid primary key,
        organization_id uuid not null references organization,
        job_id uuid not null references job on delete cascade,
        webhook_name text not null,
        state text not null check (state in ('pending', 'delivered', 'given_up', 'disabled')),
        attempts jsonb not null,
        attempts_made integer not null,
        attempts_before integer not null,
        next_attempt_at timestamptz(3),
        created_at timestamptz(3) not null,
        settled_at timestamptz(3)
      );
      create index on delivery (job_id, created_at);
      create index on delivery (organization_id);
    `);
  }
}
