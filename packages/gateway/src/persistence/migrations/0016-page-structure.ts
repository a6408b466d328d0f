import { Migration } from "@mikro-orm/migrations";

export class PageStructures extends Migration {
  override up(): void {
    this.addSql(`
      alter table page add structure text;
      update job set options = options || '{"blocks": false}';
      update workflow set options = options || '{"blocks": false}';
    `);
  }
}
