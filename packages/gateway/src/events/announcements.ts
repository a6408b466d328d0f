import type { Announcements } from "@galley/core/domain";
import { CHANGES, formatChange, type Change } from "./changes.ts";

/** Announcements that reach all replicas when the transaction of `notify` commits. */
export function createAnnouncements(notify: (channel: string, payload: string) => void): Announcements {
  const announce = async (change: Change): Promise<void> => notify(CHANGES, formatChange(change));
  return {
    jobChanged: (job) => announce({ kind: "job", job }),
    jobDeleted: (job) => announce({ kind: "deletion", job }),
    noticeArrived: (notice) => announce({ kind: "notice", notice }),
    runChanged: (run) => announce({ kind: "run", run }),
  };
}
