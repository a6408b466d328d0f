import type { Caller } from "../access/model/caller.ts";
import { DomainError } from "../domain-error.ts";
import { alsoKeeping } from "../jobs/job-options.ts";
import type { Job, JobOptions } from "../jobs/job.ts";
import type { WebhookRecords } from "./webhook-ports.ts";

const MAX_METADATA_LENGTH = 10_000;

/**
 * The webhook fields of a submission, and its options with the rendition that the webhook sends. A disabled webhook is
 * accepted, since it may be enabled before the job is settled.
 *
 * @throws DomainError `BAD_INPUT` if the webhook does not exist.
 */
export async function namedWebhook(
  { webhooks }: Pick<WebhookRecords, "webhooks">,
  { organizationId }: Caller,
  submission: {
    readonly webhookName?: string | undefined;
    readonly webhookMetadata?: string | undefined;
    readonly options: JobOptions;
  },
): Promise<Pick<Job, "webhookName" | "webhookMetadata" | "options">> {
  const { webhookName: name, webhookMetadata = "", options } = submission;
  if (webhookMetadata.length > MAX_METADATA_LENGTH) {
    const message = `webhookMetadata: longer than ${MAX_METADATA_LENGTH} characters`;
    throw new DomainError("BAD_INPUT", message, { field: "webhookMetadata" });
  }
  if (name === undefined) return { webhookName: null, webhookMetadata, options };
  const webhook = await webhooks.findByName(organizationId, name);
  if (webhook) {
    const sent = webhook.format === "text" ? [] : [webhook.format];
    return { webhookName: name, webhookMetadata, options: alsoKeeping(options, sent) };
  }
  throw new DomainError("BAD_INPUT", `webhook: unknown webhook "${name}"; register it first`, {
    field: "webhook",
  });
}
