import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCUMENT_URL, KEY } from "../testing/memory-application.ts";
import { A_PDF, startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const FETCHED = { file: null, source: { url: DOCUMENT_URL, name: "a ledger.pdf" } };

/** A body without a declared length. */
function inChunks(...chunks: readonly (string | Uint8Array)[]): RequestInit & { duplex: "half" } {
  return { body: ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk))), duplex: "half" };
}

test.each([
  undefined,
  "text/plain",
  "application/x-www-form-urlencoded",
  "application/octet-stream",
  "application/json",
])("with url_in_post the body is a URL, whatever the content type: %s", async (type) => {
  const headers = { "service-key": KEY, ...(type && { "content-type": type }) };
  const body = Buffer.from(`\n ${DOCUMENT_URL}\r\n`);
  expect(await world.submitted({ url_in_post: "True" }, { headers, body })).toMatchObject(FETCHED);
});

test("the hash carries the MD5 of the URL", async () => {
  const { handle } = await world.submitted({ url_in_post: "true" }, { body: DOCUMENT_URL });
  expect(handle.split("|")[1]).toBe(createHash("md5").update(DOCUMENT_URL).digest("hex"));
});

test("a URL may come in chunks", async () => {
  const parts = inChunks(DOCUMENT_URL.slice(0, 10), DOCUMENT_URL.slice(10));
  expect(await world.submitted({ url_in_post: "true" }, parts)).toMatchObject(FETCHED);
});

test("where the body is empty, the deprecated url counts", async () => {
  expect(await world.submitted({ url: DOCUMENT_URL }, { body: "" })).toMatchObject(FETCHED);
  expect(await world.submitted({ url_in_post: "true", url: DOCUMENT_URL }, { body: "" })).toMatchObject(
    FETCHED,
  );
  expect(await world.submitted({ url: ` ${DOCUMENT_URL} ` }, inChunks())).toMatchObject(FETCHED);
});

test("where there is a body, a url beside it is not looked at", async () => {
  for (const url of [DOCUMENT_URL, "nonsense", "", " "]) {
    for (const init of [{ body: A_PDF }, inChunks(A_PDF.subarray(0, 5), A_PDF.subarray(5))]) {
      expect(await world.submitted({ url }, init)).toMatchObject({
        file: { bytes: A_PDF.length },
        source: null,
      });
    }
  }
});

test("with url_in_post, the body wins over the deprecated url", async () => {
  const query = { url_in_post: "true", url: "nonsense" };
  expect(await world.submitted(query, { body: DOCUMENT_URL })).toMatchObject(FETCHED);
});

test("a file name that is given is the document's name", async () => {
  const job = await world.submitted({ url: DOCUMENT_URL, file_name: "ledger.pdf" }, { body: "" });
  expect(job.source?.name).toBe("ledger.pdf");
});

test.each<[string, Record<string, string>, RequestInit, RegExp]>([
  ["an empty body", { url_in_post: "true" }, { body: "" }, /^url_in_post: .*empty/],
  ["two URLs", { url_in_post: "true" }, { body: `${DOCUMENT_URL}\n${DOCUMENT_URL}` }, /one URL on one line$/],
  ["a blank body", { url_in_post: "true" }, { body: " \n" }, /^url_in_post: .*empty/],
  ["a body that is too long", { url_in_post: "true" }, { body: "x".repeat(8193) }, /^url_in_post: .*8192/],
  ["a long body in chunks", { url_in_post: "true" }, inChunks("x".repeat(8000), "x".repeat(8000)), /8192/],
  ["a URL that cannot be fetched", { url_in_post: "true" }, { body: "http://127.0.0.1/" }, /127\.0\.0\.1/],
  ["a document where a URL should be", { url_in_post: "true" }, { body: A_PDF }, /PDF/],
  ["a url that cannot be fetched", { url: "http://127.0.0.1/" }, { body: "" }, /127\.0\.0\.1/],
  ["neither a body nor a url", { url: " " }, { body: "" }, /empty/],
])("%s is refused with 400 and says why", async (_, query, init, message) => {
  const answer = await world.post(query, init);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ message: expect.stringMatching(message) });
});

test("details can be asked for before the document is there", async () => {
  const { handle } = await world.submitted({ url: DOCUMENT_URL }, { body: "" });
  const answer = await world.get("/whisper-detail", { whisper_hash: handle });
  expect(await answer.json()).toMatchObject({ upload_file_size_in_kb: 0, total_pages: 0 });
});
