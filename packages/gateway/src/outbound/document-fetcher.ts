import { FetchError, type DocumentFetcher } from "@galley/core/domain";
import { OutboundError, type OutboundFailure } from "./outbound-error.ts";
import type { Outbound } from "./outbound.ts";

/** Allows for a large document over a slow line, in milliseconds. */
const TIMEOUT_MS = 120_000;

/** Allows for servers that generate the document on request, in milliseconds. */
const HEADER_TIMEOUT_MS = 30_000;

/** Failures that are worth a retry. */
const TEMPORARY: ReadonlySet<OutboundFailure> = new Set(["interrupted"]);

/** Statuses of a server that is overloaded or limits requests. */
const TOO_MANY_REQUESTS = 429;
const FIRST_SERVER_ERROR = 500;

/** Longer media types are ignored. */
const MEDIA_TYPE = /^[\w.+-]{1,60}\/[\w.+-]{1,60}(?=\s*(;|$))/;

/** Fetches documents through the address policy. */
export function createDocumentFetcher(outbound: Outbound): DocumentFetcher {
  return {
    check(url) {
      try {
        outbound.check(url);
      } catch (error) {
        throw asFetchError(error);
      }
    },
    async fetch(url, { maxBytes, signal }) {
      try {
        const limits = { maxBytes, signal, timeoutMs: TIMEOUT_MS, headerTimeoutMs: HEADER_TIMEOUT_MS };
        const { contentType, content } = await outbound.get(url, limits);
        const mediaType = MEDIA_TYPE.exec(contentType?.trim() ?? "")?.[0].toLowerCase();
        return { mediaType, content: withFetchErrors(content) };
      } catch (error) {
        throw asFetchError(error);
      }
    },
  };
}

async function* withFetchErrors(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* content;
  } catch (error) {
    throw asFetchError(error);
  }
}

/** Other errors are returned unchanged. */
function asFetchError(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error;
  const { failure, status = 0, message, retryAfter } = error;
  const temporary = TEMPORARY.has(failure) || status === TOO_MANY_REQUESTS || status >= FIRST_SERVER_ERROR;
  return new FetchError(message, { cause: error, temporary, retryAfter });
}
