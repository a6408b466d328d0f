import { Migration } from "@mikro-orm/migrations";

export class Turns extends Migration {
  override up(): void {
    this.addSql(`
      alter table job
        add priority text not null default 'normal' check (priority in ('high', 'normal', 'low')),
        add turn integer;
      alter table job alter priority drop default;
      create index on job (turn, submitted_at, id) where turn is not null;
      create index on job (organization_id, key_id, priority, turn) where turn is not null;
    `);
  }
}
