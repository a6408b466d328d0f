import { Migration } from "@mikro-orm/migrations";

export class SignIn extends Migration {
  override up(): void {
    this.addSql(`
      alter table session
        alter user_id drop not null,
        add way text not null default 'openid_connect'
          check (way in ('link', 'invitation', 'passkey', 'access_token', 'openid_connect')),
        add access_token_id uuid references access_token on delete cascade,
        add address text not null default '',
        add user_agent text not null default '',
        add last_used_at timestamptz(3);
      update session set last_used_at = created_at;
      alter table session
        alter way drop default,
        alter address drop default,
        alter user_agent drop default,
        alter last_used_at set not null,
        add check (user_id is not null or access_token_id is not null);
      create index on session (user_id, organization_id);
      create index on session (access_token_id) where access_token_id is not null;

      create table sign_in_link (
        id uuid primary key,
        digest text not null unique,
        organization_id uuid not null references organization,
        user_id uuid not null references app_user,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index on sign_in_link (expires_at);

      create table invitation (
        id uuid primary key,
        digest text not null unique,
        organization_id uuid not null references organization,
        email text not null,
        role text not null check (role in ('manager', 'member')),
        invited_by uuid references app_user,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        unique (organization_id, email)
      );
      create index on invitation (expires_at);

      create table passkey (
        id uuid primary key,
        organization_id uuid not null references organization,
        user_id uuid not null references app_user,
        credential_id text not null unique,
        public_key text not null,
        counter bigint not null,
        transports jsonb not null,
        name text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      );
      create index on passkey (user_id, organization_id);

      create table used_challenge (
        digest text primary key,
        expires_at timestamptz(3) not null
      );
      create index on used_challenge (expires_at);
    `);
  }
}
