import { Migration } from "@mikro-orm/migrations";

export class KeptTexts extends Migration {
  override up(): void {
    this.addSql(`
      alter table job add retrievable_until timestamptz(3);
      update job set retrievable_until = text_expires_at where status = 'retrieved';
    `);
  }
}
