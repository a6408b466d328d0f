import { Migration } from "@mikro-orm/migrations";

export class System extends Migration {
  override up(): void {
    this.addSql(`
      -- Of no use after a restart: a crash may empty them.
      create unlogged table replica (
        id uuid primary key,
        role text not null,
        version text not null,
        started_at timestamptz(3) not null,
        seen_at timestamptz(3) not null,
        facts jsonb not null
      );

      create unlogged table queue_sample (
        at timestamptz(3) primary key,
        waiting integer not null,
        oldest_seconds float8 not null
      );
    `);
  }
}
