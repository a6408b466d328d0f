import type { Announcements } from "@galley/core/domain";
import type { EntityManager } from "@mikro-orm/postgresql";
import { prepared, rowsOf } from "../prepared-statements.ts";
import { CHANGES, formatChange, type Change } from "./changes.ts";

const NOTIFY = prepared("select pg_notify($1, $2)");

/** Announcements that reach all replicas when the transaction of `em` commits. */
export function createAnnouncements(em: EntityManager): Announcements {
  const announce = async (change: Change): Promise<void> => {
    await rowsOf(em, NOTIFY, [CHANGES, formatChange(change)]);
  };
  return {
    jobChanged: (job) => announce({ kind: "job", job }),
    jobDeleted: (job) => announce({ kind: "deletion", job }),
    noticeArrived: (notice) => announce({ kind: "notice", notice }),
    runChanged: (run) => announce({ kind: "run", run }),
  };
}
