import type { Caller } from "../access/caller.ts";
import { DomainError } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import type { WebhookRecords } from "./webhook-ports.ts";

const MAX_METADATA_LENGTH = 10_000;

/**
 * The webhook fields of a submission. A disabled webhook is accepted, since it may be enabled before the job is
 * settled.
 *
 * @throws DomainError `BAD_INPUT` if the webhook does not exist.
 */
export async function namedWebhook(
  { webhooks }: Pick<WebhookRecords, "webhooks">,
  { organizationId }: Caller,
  submission: { readonly webhookName?: string | undefined; readonly webhookMetadata?: string | undefined },
): Promise<Pick<Job, "webhookName" | "webhookMetadata">> {
  const { webhookName: name, webhookMetadata = "" } = submission;
  if (webhookMetadata.length > MAX_METADATA_LENGTH) {
    const message = `webhookMetadata: longer than ${MAX_METADATA_LENGTH} characters`;
    throw new DomainError("BAD_INPUT", message, { field: "webhookMetadata" });
  }
  if (name === undefined) return { webhookName: null, webhookMetadata };
  if (await webhooks.findByName(organizationId, name)) return { webhookName: name, webhookMetadata };
  throw new DomainError("BAD_INPUT", `webhook: unknown webhook "${name}"; register it first`, {
    field: "webhook",
  });
}
