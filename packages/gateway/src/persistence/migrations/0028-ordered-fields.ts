import { Migration } from "@mikro-orm/migrations";

/** Schemas and data keep the order of their properties, which `jsonb` changes. */
export class OrderedFields extends Migration {
  override up(): void {
    this.addSql(`
      alter table fields_schema alter column definition type json;
      alter table document_fields alter column result type json;
    `);
  }
}
