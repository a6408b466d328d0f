import { Migration } from "@mikro-orm/migrations";

export class DeliveryLog extends Migration {
  override up(): void {
    this.addSql(`
      create index on delivery (organization_id, webhook_name, created_at desc) where notification_id is null;
      create index on delivery (notification_id, created_at desc) where notification_id is not null;
      create index on delivery (settled_at) where settled_at is not null;
    `);
  }
}
