import { processesOf, type RunningProcess } from "./processes.ts";
import type { RunningService } from "./service.ts";

/** The extraction hosts of the service. */
export function extractionHosts({ dataDir, pid }: RunningService): RunningProcess[] {
  return processesOf(dataDir).filter(
    (candidate) => candidate.pid !== pid && /host-entry(\.bundle)?\.[jt]s/.test(candidate.command),
  );
}
