import type { Rendition } from "../../extraction/options/renditions.ts";
import { DomainError } from "../domain-error.ts";
import type { Job } from "../jobs/job.ts";
import { structureToDeliver } from "../jobs/result/document-structure.ts";
import type { SentRendition } from "./webhook-ports.ts";
import type { WebhookPorts } from "./webhooks.ts";

/** The largest rendition in a message, in characters. */
const MAX_CHARACTERS = 1_000_000;

const IS_JSON: Readonly<Record<Rendition, boolean>> = {
  markdown: false,
  html: false,
  plain: false,
  tables: true,
  blocks: true,
  chunks: true,
};

/** The rendition of a settled job for a webhook. @throws DomainError `UNAVAILABLE`. */
export async function sentRendition(
  ports: Pick<WebhookPorts, "database" | "structures">,
  job: Job,
  format: Rendition,
): Promise<SentRendition> {
  if (job.status === "failed") return { format, content: null, message: "" };
  try {
    const text = await structureToDeliver(ports, job).text(format);
    if (text.length > MAX_CHARACTERS) {
      const message = `The rendition has more than ${MAX_CHARACTERS} characters. Read it from the API.`;
      return { format, content: null, message };
    }
    return { format, content: IS_JSON[format] ? JSON.parse(text) : text, message: "" };
  } catch (error) {
    // Another attempt may succeed; anything else would fail every attempt.
    if (!(error instanceof DomainError) || error.code === "UNAVAILABLE") throw error;
    return { format, content: null, message: error.message };
  }
}
