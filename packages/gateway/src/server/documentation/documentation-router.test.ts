import { globSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp } from "../create-app.ts";
import { createHealth } from "../health.ts";
import { createHttpServer, listen, stopServer } from "../http-server.ts";
import { BUILT_DOCUMENTATION, documentationRouter } from "./documentation-router.ts";

const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

let stop: () => Promise<void>;
let url: string;

async function serve(folder: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const app = createApp({
    observer: { during: (_id, work) => work(), answered: () => undefined, failed: () => undefined },
    health: createHealth({}),
    metrics: undefined,
    mounts: [{ path: "/docs", handler: documentationRouter(folder) }],
  });
  const server = createHttpServer(app, { silentBodyMs: 10_000 });
  const port = await listen(server, { host: "127.0.0.1", port: 0 });
  return { url: `http://127.0.0.1:${port}`, stop: () => stopServer(server, 0) };
}

beforeAll(async () => {
  ({ url, stop } = await serve(BUILT_DOCUMENTATION));
});

afterAll(() => stop());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(new URL(path, url), { redirect: "manual", headers: BROWSER, ...init });
}

test("every address in every page leads to a file of the service, and to a heading that exists", async () => {
  const start = new URL("/docs/", url).href;
  const waiting = [start];
  const ids = new Map<string, ReadonlySet<string>>();
  const links: (readonly [from: string, to: URL])[] = [];
  for (let page = waiting.shift(); page !== undefined; page = waiting.shift()) {
    const html = await (await ask(page)).text();
    ids.set(page, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id)));
    for (const [, address = ""] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const to = new URL(address.replaceAll("&amp;", "&"), page);
      if (to.origin !== new URL(url).origin) continue;
      links.push([page, to]);
      const target = to.href.replace(/#.*$/, "");
      if (ids.has(target) || waiting.includes(target) || !/(\/|\.html)$/.test(to.pathname)) continue;
      expect([page, target, (await ask(target, { method: "HEAD" })).status]).toEqual([page, target, 200]);
      waiting.push(target);
    }
  }
  const files = new Set(links.map(([, to]) => to.pathname).filter((path) => !/(\/|\.html)$/.test(path)));
  for (const path of files) expect([path, (await ask(path, { method: "HEAD" })).status]).toEqual([path, 200]);
  const broken = links.filter(
    ([, to]) =>
      to.hash !== "" && !ids.get(to.href.replace(/#.*$/, ""))?.has(decodeURIComponent(to.hash.slice(1))),
  );
  expect(broken.map(([from, to]) => `${from} -> ${to.href}`)).toEqual([]);
  expect([...ids.keys()].map((page) => new URL(page).pathname)).toEqual(
    expect.arrayContaining([
      "/docs/guides/console.html",
      "/docs/packages/client/index.html",
      "/docs/reference/rest/version-2.html",
      "/docs/reference/graphql/mutations.html",
    ]),
  );
});

test("all call paths and all fields of the APIs are described", async () => {
  const version2 = await (await ask("/docs/reference/rest/version-2.html")).text();
  for (const told of [
    "POST /api/v2/whisper",
    "line_splitter_tolerance",
    "Whisper Job Accepted",
    "page_no}}",
  ]) {
    expect(version2).toContain(told);
  }
  const queries = await (await ask("/docs/reference/graphql/queries.html")).text();
  expect(queries).toContain('id="jobs"');
  expect(queries).toContain('href="./types.html#job"');
});

test("pages run only scripts of the service and have no styles of their own", async () => {
  const page = await ask("/docs/guides/console.html");
  const policy = page.headers.get("content-security-policy") ?? "";
  for (const rule of [
    "default-src 'none'",
    "script-src 'self';",
    "style-src 'self';",
    "frame-ancestors 'none'",
  ]) {
    expect(policy).toContain(rule);
  }
  expect(policy).not.toContain("unsafe");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  expect(page.headers.get("x-content-type-options")).toBe("nosniff");
  for (const name of globSync("**/*.html", { cwd: BUILT_DOCUMENTATION })) {
    const html = await (await ask(`/docs/${name}`)).text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<[^>]* style="|<style/);
    expect(html).not.toMatch(/(?:src|href)="https?:[^"]*\.(?:js|css|woff2?)"/);
  }
});

test("the index of the search has every page and is compressed", async () => {
  const [index = ""] = globSync("assets/chunks/@localSearchIndex*.js", { cwd: BUILT_DOCUMENTATION });
  const answer = await ask(`/docs/${index}`, { headers: { "accept-encoding": "gzip" } });
  expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, "gzip"]);
  expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  const text = await answer.text();
  const pages = globSync("**/*.html", { cwd: BUILT_DOCUMENTATION, exclude: ["404.html"] });
  const missing = pages.filter((page) => !text.includes(page.replace(/(^|\/)index\.html$/, "$1")));
  expect([pages.length > 50, missing]).toEqual([true, []]);
});

test("a missing page is a page with status 404, a missing file is JSON", async () => {
  const page = await ask("/docs/guides/no/such.html");
  expect([page.status, page.headers.get("cache-control")]).toEqual([404, "no-store"]);
  const [, script = ""] = /src="([^"]+app\.[^"]+\.js)"/.exec(await page.text()) ?? [];
  expect(script).toMatch(/^\/docs\/assets\//);
  expect((await ask(script)).status).toBe(200);
  const file = await ask("/docs/assets/none.js", { headers: { accept: "*/*" } });
  expect([file.status, await file.json()]).toEqual([404, { message: expect.stringContaining("none.js") }]);
  expect((await ask("/docs/assets/..%2f..%2fmain.js")).status).toBe(404);
});

test("only GET and HEAD are allowed; the path without a slash redirects", async () => {
  const posted = await ask("/docs/", { method: "POST" });
  expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  const bare = await ask("/docs");
  expect([bare.status, bare.headers.get("location")]).toEqual([308, "/docs/"]);
});

test("without built documentation its paths say how to build it", async () => {
  const none = await serve("/nowhere");
  const answer = await fetch(`${none.url}/docs/`, { headers: BROWSER });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    { message: "The documentation is not built. Run: pnpm build" },
  ]);
  await none.stop();
});
