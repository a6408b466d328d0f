import { Migration } from "@mikro-orm/migrations";

export class TextAsJson extends Migration {
  override up(): void {
    this.addSql(`
      alter table job add text_as_json boolean not null default false;
      alter table job alter text_as_json drop default;
    `);
  }
}
