import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  documentPage,
  redirectPage,
  serveDocuments,
  type DocumentServer,
} from "../../../support/servers/document-server.ts";
import { assertJson, assertRefused } from "../../assertions.ts";
import type { Clause } from "../../clause.ts";
import { SAMPLE } from "../../documents.ts";
import { valueAt, type CallFacts, type Exchange } from "../../exchange.ts";

/** The first bytes of a program. */
const PROGRAM = Buffer.from("7f454c46020101000000", "hex");

/** A server for documents, for a service that is allowed to reach this machine. */
function startServer(): Promise<DocumentServer> {
  let visits = 0;
  return serveDocuments({
    "/sample.pdf": documentPage(SAMPLE, "application/octet-stream"),
    "/old": redirectPage("/older"),
    "/older": redirectPage("/sample.pdf"),
    "/program": documentPage(PROGRAM, "application/octet-stream"),
    "/moody": (request, response) => {
      visits += 1;
      if (visits < 3) response.writeHead(503).end();
      else documentPage(SAMPLE)(request, response);
    },
    "/loop": redirectPage("/loop"),
  });
}

/** Submits, waits, and returns the final status. */
async function outcomeOf(
  { call, finished }: Exchange,
  facts: CallFacts,
): Promise<{ readonly hash: string; readonly status: unknown; readonly message: string }> {
  const accepted = await call("POST", "/whisper", facts);
  assertJson(accepted, 202);
  const hash = await finished(String(valueAt(accepted.json, "whisper_hash")));
  const { json } = await call("GET", "/whisper-status", { query: { whisper_hash: hash } });
  return { hash, status: valueAt(json, "status"), message: String(valueAt(json, "message")) };
}

export const URLS: readonly Clause[] = [
  {
    id: "url-in-post",
    rule: "MUST read the document at the URL in the body if url_in_post is true, whatever the content type",
    async check(exchange) {
      await using server = await startServer();
      for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/octet-stream"]) {
        const headers = { "service-key": exchange.key, "content-type": type };
        const body = ` ${server.url}/sample.pdf\n`;
        const query = { url_in_post: "True", mode: "native_text" };
        const { hash, status } = await outcomeOf(exchange, { headers, query, body });
        assert.equal(status, "processed");
        const text = await exchange.call("GET", "/whisper-retrieve", { query: { whisper_hash: hash } });
        assert.match(String(valueAt(text.json, "result_text")), /Galley Press/);
      }
    },
  },
  {
    id: "url-parameter",
    rule: "MUST read the document at the deprecated url parameter if the body is empty",
    async check(exchange) {
      await using server = await startServer();
      const query = { url: `${server.url}/sample.pdf` };
      assert.equal((await outcomeOf(exchange, { query })).status, "processed");
      assert.equal((await outcomeOf(exchange, { query, body: [] })).status, "processed");
    },
  },
  {
    id: "url-beside-body",
    rule: "MUST read the body if there is one, and ignore url",
    async check(exchange) {
      await using server = await startServer();
      for (const url of [`${server.url}/missing`, "nonsense", ""]) {
        const { status } = await outcomeOf(exchange, { query: { url }, body: SAMPLE });
        assert.equal(status, "processed");
      }
      assert.deepEqual(server.asked, []);
    },
  },
  {
    id: "url-hash",
    rule: "MUST use eight hexadecimal digits, a bar and the MD5 of the URL as the hash of a job by URL",
    async check(exchange) {
      await using server = await startServer();
      const body = `${server.url}/sample.pdf`;
      const { hash } = await outcomeOf(exchange, { query: { url_in_post: "true" }, body });
      const md5 = createHash("md5").update(body).digest("hex");
      assert.match(hash, new RegExp(`^[0-9a-f]{8}\\|${md5}$`));
    },
  },
  {
    id: "url-redirects",
    rule: "MUST follow redirects, and end in error if they loop",
    async check(exchange) {
      await using server = await startServer();
      const moved = await outcomeOf(exchange, { query: { url: `${server.url}/old` } });
      assert.equal(moved.status, "processed");
      const lost = await outcomeOf(exchange, { query: { url: `${server.url}/loop` } });
      assert.equal(lost.status, "error");
      assert.match(lost.message, /redirect/);
    },
  },
  {
    id: "url-unavailable",
    rule: "MUST retry if the document's server is temporarily unavailable",
    async check(exchange) {
      await using server = await startServer();
      const { status } = await outcomeOf(exchange, { query: { url: `${server.url}/moody` } });
      assert.equal(status, "processed");
      assert.deepEqual(server.asked, ["/moody", "/moody", "/moody"]);
    },
  },
  {
    id: "url-error",
    rule: "MUST end in error with a plain reason if the URL leads to no document",
    async check(exchange) {
      const server = await startServer();
      const missing = await outcomeOf(exchange, { query: { url: `${server.url}/missing` } });
      assert.equal(missing.status, "error");
      assert.match(missing.message, /404/);
      const program = await outcomeOf(exchange, { query: { url: `${server.url}/program` } });
      assert.equal(program.status, "error");
      assert.match(program.message, /unknown kind.*PDF/);
      await server[Symbol.asyncDispose]();
      const gone = await outcomeOf(exchange, { query: { url: `${server.url}/sample.pdf` } });
      assert.equal(gone.status, "error");
      assert.match(gone.message, /cannot be reached/);
    },
  },
  {
    id: "url-refused",
    rule: "MUST return 400 for an invalid or unsupported URL",
    async check({ call }) {
      for (const url of [
        "nonsense",
        "example.com/a.pdf",
        "ftp://example.com/a.pdf",
        "file:///etc/passwd",
        "http://user:password@example.com/a.pdf",
        "http://example.com:22/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[::ffff:169.254.169.254]/",
      ]) {
        const inPost = { query: { url_in_post: "true" }, body: url };
        assertRefused(await call("POST", "/whisper", inPost), 400, /http or https/);
        assertRefused(await call("POST", "/whisper", { query: { url } }), 400, /http or https/);
      }
    },
  },
  {
    id: "url-body",
    rule: "MUST return 400 for url_in_post without a URL in the body, or with one over 8 KB",
    async check({ call }) {
      const query = { url_in_post: "true" };
      for (const body of [undefined, " \r\n", `http://example.com/${"x".repeat(8192)}`]) {
        const reply = await call("POST", "/whisper", { query, ...(body !== undefined && { body }) });
        assertRefused(reply, 400, /^url_in_post\b/);
      }
    },
  },
];
