import { Migration } from "@mikro-orm/migrations";

export class UrlDocuments extends Migration {
  override up(): void {
    this.addSql(`
      alter table job
        alter file drop not null,
        add source jsonb,
        add check (file is not null or source is not null);
    `);
  }
}
