import { buffer } from "node:stream/consumers";
import { FetchError } from "@galley/core/domain";
import { expect, test } from "vitest";
import { createDocumentFetcher } from "./document-fetcher.ts";
import { OUTBOUND_FAILURES, OutboundError, type OutboundFailure } from "./outbound-error.ts";
import type { FoundDocument, Outbound } from "./outbound.ts";

const URL_OF_A = "https://example.com/a.pdf";
const LIMITS = { maxBytes: 1000, signal: new AbortController().signal };

/** An outbound client whose requests all end like this. */
function endingWith(outcome: FoundDocument | Error): Outbound {
  const end = (): FoundDocument => {
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  return {
    check: () => void end(),
    get: async () => end(),
    post: () => Promise.reject(new Error("Nothing is posted.")),
  };
}

function found(facts: Partial<FoundDocument> = {}): FoundDocument {
  return { url: URL_OF_A, contentType: undefined, content: bytesOf("%PDF"), ...facts };
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

test("a document is passed on", async () => {
  const { content } = await createDocumentFetcher(endingWith(found())).fetch(URL_OF_A, LIMITS);
  expect((await buffer(content)).toString()).toBe("%PDF");
});

test.each([
  ["application/pdf", "application/pdf"],
  [" Text/HTML ; charset=utf-8", "text/html"],
  [undefined, undefined],
  ["", undefined],
  ["html", undefined],
  ["text/<b>html</b>", undefined],
  [`text/${"x".repeat(100)}`, undefined],
])("the content type %j is the media type %j", async (contentType, mediaType) => {
  const fetched = await createDocumentFetcher(endingWith(found({ contentType }))).fetch(URL_OF_A, LIMITS);
  expect(fetched.mediaType).toBe(mediaType);
});

test.each(OUTBOUND_FAILURES)(
  "%s is a fetch error with the same message",
  async (failure: OutboundFailure) => {
    const fetcher = createDocumentFetcher(endingWith(new OutboundError(failure, "Why.")));
    const error = { name: "FetchError", message: "Why.", temporary: failure === "interrupted" };
    await expect(fetcher.fetch(URL_OF_A, LIMITS)).rejects.toMatchObject(error);
    expect(() => fetcher.check(URL_OF_A)).toThrow(expect.objectContaining(error));
  },
);

test.each([
  [404, false],
  [401, false],
  [429, true],
  [500, true],
  [503, true],
])("status %i is worth a retry: %s", async (status, temporary) => {
  const fetcher = createDocumentFetcher(endingWith(new OutboundError("status", "Why.", { status })));
  await expect(fetcher.fetch(URL_OF_A, LIMITS)).rejects.toMatchObject({ temporary });
});

test("Retry-After of the server is passed on", async () => {
  const error = new OutboundError("status", "Why.", { status: 503, retryAfter: "7" });
  const fetcher = createDocumentFetcher(endingWith(error));
  await expect(fetcher.fetch(URL_OF_A, LIMITS)).rejects.toMatchObject({ temporary: true, retryAfter: "7" });
});

test("a body that breaks off is a fetch error, too", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield* bytesOf("%PDF");
    throw new OutboundError("interrupted", "It broke off.");
  }
  const { content } = await createDocumentFetcher(endingWith(found({ content: broken() }))).fetch(
    URL_OF_A,
    LIMITS,
  );
  await expect(buffer(content)).rejects.toBeInstanceOf(FetchError);
});

test("other errors are passed on unchanged", async () => {
  const reason = new Error("The worker stops.");
  await expect(createDocumentFetcher(endingWith(reason)).fetch(URL_OF_A, LIMITS)).rejects.toBe(reason);
});
