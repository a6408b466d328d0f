import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import {
  brokenCrossReferences,
  garbage,
  notAPdf,
  truncated,
  truncatedCompact,
  withoutTrailer,
  zeroPages,
} from "../../fixtures/bombs/damaged.ts";
import { encrypted } from "../../fixtures/encryption/encrypted.ts";
import {
  deepNesting,
  deepPageTree,
  flateBomb,
  formLoop,
  millionOperators,
} from "../../fixtures/bombs/hostile.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let client: RestClient;

beforeAll(async () => {
  service = await startService();
  client = createRestClient(service);
});
afterAll(() => service[Symbol.asyncDispose]());

const post = (body: Uint8Array, query: Readonly<Record<string, string>> = {}): Promise<Response> =>
  client.request("/whisper", { method: "POST", body: Buffer.from(body), query });

/** The parts of a response that clients use. */
async function read(answer: Promise<Response>): Promise<unknown> {
  const response = await answer;
  const body: unknown = await response.json();
  return { status: response.status, type: response.headers.get("content-type"), body };
}

function refused(status: number, message: RegExp): object {
  return { status, type: "application/json", body: { message: expect.stringMatching(message) } };
}

describe("a document is rejected at submission", () => {
  test("when it is empty", async () => {
    expect(await read(post(Buffer.alloc(0)))).toEqual(refused(400, /empty/i));
  });

  test("when it is of a kind that is not supported", async () => {
    expect(await read(post(notAPdf()))).toEqual(refused(400, /supported: PDF, images \(PNG, JPEG/i));
  });

  test.each([
    ["a RAR archive", "Rar!\x1a\x07\0", /RAR/],
    ["a 7-Zip archive", "7z\xbc\xaf\x27\x1c", /7-Zip/],
    ["an AR archive", "!<arch>\nletter.pdf/", /AR/],
  ])("when it is %s that contains a PDF", async (_, head, message) => {
    const document = Buffer.concat([Buffer.from(head, "latin1"), letter().bytes]);
    expect(await read(post(document))).toEqual(refused(400, message));
  });

  test("but not for bytes before the header of a PDF", async () => {
    const document = Buffer.concat([Buffer.from("\r\njunk of a server\r\n"), letter().bytes]);
    const hash = await client.submit(document, { mode: "native_text" });
    expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
  });

  test.each([
    ["mode", "guess", /mode: .*native_text/],
    ["output_mode", "poem", /output_mode: .*layout_preserving/],
    ["line_splitter_strategy", "top", /line_splitter_strategy: .*left-priority/],
    ["pages_to_extract", "one", /pages_to_extract: /],
    ["horizontal_stretch_factor", "wide", /horizontal_stretch_factor: /],
    ["add_line_nos", "perhaps", /add_line_nos: /],
    ["url_in_post", "perhaps", /url_in_post: /],
  ])("when %s is %s", async (name, value, message) => {
    expect(await read(post(letter().bytes, { [name]: value }))).toEqual(refused(400, message));
  });

  test("without a key", async () => {
    const answer = fetch(`${service.url}/api/v2/whisper`, {
      method: "POST",
      body: Buffer.from(letter().bytes),
    });
    expect(await read(answer)).toEqual(refused(401, /key/i));
  });

  test("with a wrong key", async () => {
    const answer = client.request("/test-connection", {
      headers: { "service-key": "not-the-key-of-anyone" },
    });
    expect(await read(answer)).toEqual(refused(401, /./));
  });
});

test.each([
  ["/whisper-status", 400, /^Whisper job not found for the provided whisper hash$/],
  ["/whisper-retrieve", 404, /^Whisper job unknown$/],
  ["/whisper-detail", 400, /^Record not found$/],
  ["/highlights", 400, /^Line metadata not found$/],
])("%s of an unknown job is %i", async (path, status, message) => {
  const query = { whisper_hash: "00000000|00000000000000000000000000000000", lines: "1" };
  expect(await read(client.request(path, { query }))).toEqual(refused(status, message));
});

test("an unknown path gets 404 in JSON, a wrong method 405", async () => {
  expect(await read(client.request("/whisper-nothing"))).toEqual(refused(404, /./));
  expect(await read(client.request("/whisper-status", { method: "DELETE" }))).toEqual(refused(405, /./));
});

describe("a failed job has a message that a person can act on", () => {
  const failing: readonly (readonly [name: string, document: () => Uint8Array, message: RegExp])[] = [
    ["is cut off in its first object", truncated, /damaged|readable|can(not)? be read/i],
    ["has lost the objects of its pages", truncatedCompact, /damaged|readable|can(not)? be read|no pages/i],
    ["has no page", zeroPages, /no pages/i],
    ["is a PDF in its first line only", garbage, /damaged|readable|can(not)? be read/i],
    ["is a mail with too many attachments", mailWithAttachments, /too large: .*attachments/],
    ["needs a password (RC4)", () => encrypted("RC4", { user: "secret", owner: "owner" }).bytes, /password/i],
    ["needs a password (AES)", () => encrypted("AES", { user: "secret", owner: "owner" }).bytes, /password/i],
  ];
  test.each(failing)("when the document %s", async (_, document, message) => {
    const hash = await client.submit(document(), { mode: "native_text" });
    const settled = await client.waitUntilSettled(hash);
    expect(settled.status).toBe("error");
    expect(settled.message).toMatch(message);
  });
});

test("a job that selects no page of its document fails with a message that says so", async () => {
  const hash = await client.submit(letter().bytes, { mode: "native_text", pages_to_extract: "7-" });
  const settled = await client.waitUntilSettled(hash);
  expect(settled).toMatchObject({
    status: "error",
    message: expect.stringMatching(/none of the document's 1 page/),
  });
});

test.each([
  ["whose cross-reference table points nowhere", brokenCrossReferences],
  ["that is cut off before its cross-reference table", withoutTrailer],
])("a document %s is still read", async (_, document) => {
  const hash = await client.submit(document(), { mode: "native_text" });
  expect(await client.waitUntilSettled(hash)).toMatchObject({ status: "processed" });
  expect((await client.retrieve(hash)).result_text).toContain("Harbour master");
});

describe("a hostile document affects no other", () => {
  const hostile: readonly (readonly [name: string, document: () => Uint8Array | Promise<Uint8Array>])[] = [
    ["a content stream of 256 MB in a kilobyte", flateBomb],
    ["forms that draw themselves", formLoop],
    ["nesting 10,000 deep", deepNesting],
    ["a page tree 10,000 deep", deepPageTree],
    ["a million operators", () => millionOperators().bytes],
  ];
  test.each(hostile)(
    "%s: the job is finished and the next document is read correctly",
    { timeout: 90_000 },
    async (_, document) => {
      const hash = await client.submit(await document(), { mode: "native_text" });
      const settled = await client.waitUntilSettled(hash);
      expect(["processed", "error"]).toContain(settled.status);
      const next = await client.submit(letter().bytes, { mode: "native_text" });
      expect(await client.waitUntilSettled(next)).toMatchObject({ status: "processed" });
    },
  );
});

/** The headers of its attachments have more than 2 MB. */
function mailWithAttachments(): Uint8Array {
  const head =
    "From: ada@example.org\r\nSubject: Scans\r\nContent-Type: multipart/mixed; boundary=part\r\n\r\n";
  const part =
    "--part\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\nscan\r\n";
  return Buffer.from(`${head}${part.repeat(40_000)}--part--\r\n`);
}
