import { Migration } from "@mikro-orm/migrations";

export class PageStructures extends Migration {
  override up(): void {
    this.addSql("alter table page add structure jsonb;");
  }
}
