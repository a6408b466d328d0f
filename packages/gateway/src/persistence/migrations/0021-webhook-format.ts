import { Migration } from "@mikro-orm/migrations";

export class WebhookFormats extends Migration {
  override up(): void {
    this.addSql("alter table webhook add format text not null default 'text';");
  }
}
