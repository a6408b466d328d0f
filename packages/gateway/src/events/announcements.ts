import type { Announcements } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import { CHANGES, formatChange, type Change } from "./changes.ts";

/** Announcements that reach all replicas when the transaction of `em` commits. */
export function createAnnouncements(em: EntityManager): Announcements {
  const announce = async (change: Change): Promise<void> => {
    await em.execute("select pg_notify(?, ?)", [CHANGES, formatChange(change)]);
  };
  return {
    jobChanged: (job) => announce({ kind: "job", job }),
    jobDeleted: (job) => announce({ kind: "deletion", job }),
    noticeArrived: (notice) => announce({ kind: "notice", notice }),
    runChanged: (run) => announce({ kind: "run", run }),
  };
}
