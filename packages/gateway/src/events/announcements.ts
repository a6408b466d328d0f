import type { Announcements } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import { formatChange, JOB_CHANGES } from "./job-changes.ts";

/** Announcements that all replicas hear when the transaction of `em` commits. */
export function createAnnouncements(em: EntityManager): Announcements {
  return {
    async jobChanged(job) {
      await em.execute("select pg_notify(?, ?)", [JOB_CHANGES, formatChange(job)]);
    },
  };
}
