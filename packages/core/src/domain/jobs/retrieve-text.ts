import { documentText } from "../../extraction/document-text.ts";
import type { Caller } from "../access/caller.ts";
import { assertMay } from "../access/policy.ts";
import { DomainError } from "../domain-error.ts";
import { isAwaited } from "../webhooks/queue-delivery.ts";
import { changeStatus } from "./change-status.ts";
import { allPages, findJob } from "./find-jobs.ts";
import type { Job } from "./job.ts";
import type { JobPorts, JobReference, RetrievedText } from "./jobs.ts";

/**
 * Of two callers at the same time one gets the text: the job is locked while it is handed out. Where a webhook still
 * waits for the text, it is kept until the webhook has it.
 */
export async function retrieveText(
  ports: JobPorts,
  caller: Caller,
  reference: JobReference,
): Promise<RetrievedText> {
  assertMay(caller, "take texts");
  const { id } = await findJob(ports, caller, reference);
  return ports.database.transaction(async (records) => {
    const job = await records.jobs.lock(id);
    if (!job) throw new DomainError("NOT_FOUND", "There is no such job.", { field: "id" });
    refuseWithoutText(job);
    const stored = await allPages(records, id);
    const pages = stored.map((page) => page.outcome);
    const { text, lines } = documentText(pages, job.options);
    if (!(await isAwaited(records, id))) await records.pages.forgetText(id);
    const retrieved = await changeStatus(records, job, "retrieved", { retrievedAt: ports.environment.now() });
    return { job: retrieved, text, lines, pages };
  });
}

function refuseWithoutText(job: Job): void {
  if (job.status === "retrieved")
    throw new DomainError("ALREADY_DELIVERED", "The text was already delivered.");
  if (job.status !== "processed") throw new DomainError("NOT_READY", `The job is ${job.status}.`);
}
