import { processesOf, type RunningProcess } from "./processes.ts";
import type { RunningService } from "./service.ts";

/** The processes in which the service reads documents. */
export function extractionHosts({ dataDir, pid }: RunningService): RunningProcess[] {
  return processesOf(dataDir).filter(
    (candidate) => candidate.pid !== pid && /host-entry\.[jt]s/.test(candidate.command),
  );
}
