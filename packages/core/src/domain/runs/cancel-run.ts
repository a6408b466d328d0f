import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { DomainError } from "../domain-error.ts";
import { findRun } from "./find-runs.ts";
import { FILES_UNDER_WAY, type Run, type RunFile } from "./run.ts";
import type { RunPorts } from "./use-case-ports.ts";
import { endRun } from "./settle-file.ts";

/** See `Runs.cancel`. */
export async function cancelRun(ports: RunPorts, member: Member, id: string): Promise<Run> {
  assertTier(member, "change");
  await findRun(ports, member, id);
  const { stopped, underWay } = await ports.database.transaction(async (records) => {
    const run = await records.runs.lock(id);
    if (!run) throw new DomainError("NOT_FOUND", "Execution not found.");
    const files = await records.runFiles.list(id, { after: "", limit: 1000, statuses: FILES_UNDER_WAY });
    const finishedAt = ports.environment.now();
    await records.runFiles.updateAll(id, ["pending", ...FILES_UNDER_WAY], { status: "stopped", finishedAt });
    const end = { status: "stopped", errorMessage: "Stopped by the caller." } as const;
    return { underWay: files, stopped: await endRun(records, ports.environment, { run, end }) };
  });
  for (const file of underWay) await cancelJobOf(ports, member, file);
  return stopped;
}

/** A settled job cannot be cancelled. */
async function cancelJobOf({ jobs }: RunPorts, member: Member, { jobId }: RunFile): Promise<void> {
  if (jobId === null) return;
  try {
    await jobs.cancel(member, { id: jobId });
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "CONFLICT") throw error;
  }
}
