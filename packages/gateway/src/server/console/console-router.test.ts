import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../create-app.ts";
import { createHealth } from "../health.ts";
import { createHttpServer, listen, stopServer } from "../http-server.ts";
import { publicUrlFrom } from "../public-url.ts";
import { consoleRouter } from "./console-router.ts";
import { serviceIndex } from "./service-index.ts";

const SCRIPT = "export const galley = 1;\n".repeat(1000);
const INDEX = `<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script src="/console/assets/main-1a2b.js"></script>`;
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let folder: string;
let stop: () => Promise<void>;
let url: string;

async function serve(
  built: string | undefined,
): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const publicUrl = publicUrlFrom(undefined);
  const app = createApp({
    observer: { during: (_id, work) => work(), answered: () => undefined, failed: () => undefined },
    health: createHealth({}),
    metrics: undefined,
    mounts: [
      { path: "/console", handler: consoleRouter({ folder: built, publicUrl }) },
      { path: "/", handler: serviceIndex({ version: "1.2.3", publicUrl }) },
    ],
  });
  const server = createHttpServer(app, { silentBodyMs: 10_000 });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  return { url: `http://127.0.0.1:${port}`, stop: () => stopServer(server, 0) };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "galley-console-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "assets", "main-1a2b.js"), SCRIPT);
  await writeFile(join(folder, "favicon.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
  await writeFile(join(folder, "index.html"), INDEX);
  ({ url, stop } = await serve(folder));
});

afterAll(async () => {
  await stop();
  await rm(folder, { recursive: true });
});

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, { redirect: "manual", ...init });
}

test.each([
  "/console/",
  "/console/documents/4711?page=2",
  "/console/documents/invoice.pdf",
  "/console/index.html",
])("%s is the console's page, with a nonce of its own and a strict policy", async (path) => {
  const [first, second] = [await ask(path, { headers: BROWSER }), await ask(path, { headers: BROWSER })];
  expect(first.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(first.headers.get("cache-control")).toBe("no-store");
  const policy = first.headers.get("content-security-policy") ?? "";
  const nonce = /content="([^"]{24})"/.exec(await first.text())?.[1] ?? "none";
  expect(policy).toContain(`style-src 'self' 'nonce-${nonce}'`);
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain(`connect-src 'self' ${url.replace("http", "ws")};`);
  expect(policy).not.toContain("unsafe");
  for (const rule of ["default-src 'none'", "object-src 'none'", "base-uri 'none'", "form-action 'self'"]) {
    expect(policy).toContain(rule);
  }
  expect(policy).toContain("frame-ancestors 'none'");
  expect(await second.text()).not.toContain(nonce);
});

test("common headers protect the page", async () => {
  const { headers } = await ask("/console/", { headers: BROWSER });
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("x-frame-options")).toBe("DENY");
  expect(headers.get("cross-origin-opener-policy")).toBe("same-origin-allow-popups");
});

interface RawAnswer {
  readonly status: number | undefined;
  readonly encoding: string | undefined;
  readonly body: Buffer;
}

/** Unlike fetch, resolves no dots, decompresses nothing and adds no headers. */
function raw(path: string, headers: Readonly<Record<string, string>> = {}): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        const encoding = response.headers["content-encoding"];
        resolve({ status: response.statusCode, encoding, body: Buffer.concat(chunks) });
      });
    })
      .on("error", reject)
      .end();
  });
}

test("a hashed file is compressed, kept for a year and revalidated by its ETag", async () => {
  const path = "/console/assets/main-1a2b.js";
  const { status, headers } = await ask(path);
  expect(status).toBe(200);
  expect(headers.get("content-type")).toBe("text/javascript; charset=utf-8");
  expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("vary")).toContain("Accept-Encoding");
  for (const encoding of ["br", "gzip"]) {
    const answer = await raw(path, { "accept-encoding": encoding });
    expect(answer.encoding).toBe(encoding);
    expect(answer.body.length).toBeLessThan(SCRIPT.length / 10);
  }
  expect((await raw(path)).body.toString()).toBe(SCRIPT);
  expect((await raw(path, { "if-none-match": headers.get("etag") ?? "" })).status).toBe(304);
  const head = await ask(path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
  expect((await ask("/console/favicon.svg")).headers.get("cache-control")).toBe("no-cache");
});

test.each([
  "/console/assets/main-old.js",
  "/console/assets/",
  "/console/assets/documents",
  "/console/assets/../index.html",
  "/console/missing.png",
  "/console/assets/%2e%2e%2f%2e%2e%2fpackage.json",
])("%s is missing: 404 as JSON, which no cache keeps", async (path) => {
  const { status, body } = await raw(path, { accept: "*/*" });
  expect(status).toBe(404);
  expect(JSON.parse(body.toString())).toEqual({ message: expect.any(String) });
});

test("only GET and HEAD are allowed; the path without a slash redirects", async () => {
  const posted = await ask("/console/", { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const bare = await ask("/console?a=b");
  expect([bare.status, bare.headers.get("location")]).toEqual([308, "/console/"]);
});

test("/ leads browsers to the console and tells programs what there is", async () => {
  const browser = await ask("/", { headers: BROWSER });
  expect([browser.status, browser.headers.get("location")]).toEqual([302, "/console/"]);
  const program = await ask("/");
  expect(program.headers.get("vary")).toBe("Accept");
  expect(await program.json()).toEqual({
    name: "Galley",
    version: "1.2.3",
    links: {
      console: `${url}/console/`,
      graphql: `${url}/graphql`,
      openapi: `${url}/openapi.json`,
      docs: `${url}/docs/`,
      health: `${url}/health/ready`,
    },
  });
  expect((await ask("/", { method: "POST" })).status).toBe(405);
});

test("without a built console its paths say how to build it", async () => {
  const none = await serve(undefined);
  const unbuilt = await serve(join(folder, "assets"));
  for (const base of [none.url, unbuilt.url]) {
    const answer = await fetch(`${base}/console/`, { headers: BROWSER });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { message: "The console is not built. Run: pnpm build" },
    ]);
  }
  await none.stop();
  await unbuilt.stop();
});
