import { Migration } from "@mikro-orm/migrations";

export class OAuth extends Migration {
  override up(): void {
    this.addSql(`
      create table oauth_grant (
        id uuid primary key,
        organization_id uuid not null references organization,
        user_id uuid references app_user,
        backend text not null,
        key_digest text not null unique,
        state_digest text unique,
        browser_digest text,
        sealed_proof text,
        sealed_credentials text,
        expires_at timestamptz(3) not null
      );
      create index on oauth_grant (expires_at);
    `);
  }
}
