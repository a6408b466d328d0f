import { Migration } from "@mikro-orm/migrations";

export class DocumentPasswords extends Migration {
  override up(): void {
    this.addSql(`
      alter table job add sealed_document_password text;
      create index on job (id) where sealed_document_password is not null;
      alter table workflow add sealed_document_password text;
    `);
  }
}
