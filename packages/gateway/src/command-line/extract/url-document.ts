import { buffer } from "node:stream/consumers";
import type { DocumentFetcher } from "@galley/core/domain";
import { FetchError } from "@galley/core/domain";
import { readConfig } from "../../config/config.ts";
import { createDocumentFetcher } from "../../outbound/document-fetcher.ts";
import { createOutbound } from "../../outbound/outbound.ts";
import { UsageError } from "../usage-error.ts";

const MAX_URL_BYTES = 512 * 1024 * 1024;

/**
 * Fetches the document at a URL under the service's address policy: public addresses, and the ranges of
 * GALLEY_OUTBOUND_ALLOW.
 *
 * @throws FetchError
 */
export async function fetchedDocument(url: string, signal: AbortSignal): Promise<Uint8Array> {
  const { content } = await fetcher().fetch(url, { maxBytes: MAX_URL_BYTES, signal });
  return buffer(content);
}

function fetcher(): DocumentFetcher {
  const outcome = readConfig();
  if (!outcome.ok) throw new UsageError(outcome.problems.join("\n"));
  return createDocumentFetcher(createOutbound({ allow: outcome.config.outboundAllow }));
}

/** The message of a failed fetch; undefined for another error. */
export function fetchProblemOf(error: unknown): string | undefined {
  return error instanceof FetchError ? error.message : undefined;
}
