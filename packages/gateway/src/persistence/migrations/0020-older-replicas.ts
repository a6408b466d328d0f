import { Migration } from "@mikro-orm/migrations";

/** Defaults for replicas of an older version, which insert rows without these columns during an upgrade. */
export class OlderReplicas extends Migration {
  override up(): void {
    this.addSql(`
      alter table job
        alter priority set default 'normal',
        alter name_key set default '',
        alter tag_key set default '';
      alter table run_file
        alter origin set default 'source',
        alter attempts set default 1;
      alter table run alter retries set default 0;
      alter table session
        alter way set default 'openid_connect',
        alter address set default '',
        alter user_agent set default '',
        alter last_used_at set default now();
    `);
  }
}
