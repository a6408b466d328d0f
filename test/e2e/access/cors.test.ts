import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { boundPort } from "@galley/core/testing";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { letter } from "../../fixtures/business.ts";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath();

/** A page of an origin of its own that has the client. */
interface Site {
  readonly origin: string;
  readonly server: Server;
}

async function startSite(client: string): Promise<Site> {
  const server = createServer(({ url }, response) => {
    if (url === "/client.js") response.setHeader("content-type", "text/javascript").end(client);
    else response.setHeader("content-type", "text/html").end("<title>an application</title>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { origin: `http://127.0.0.1:${boundPort(server)}`, server };
}

async function bundledClient(): Promise<string> {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../../../packages/client/dist/index.js", import.meta.url)),
    platform: "browser",
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return output[0].code;
}

describe.skipIf(chromium === undefined)("a page of another origin", () => {
  let service: RunningService;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let listed: Site;
  let other: Site;

  beforeAll(async () => {
    const client = await bundledClient();
    [listed, other] = await Promise.all([startSite(client), startSite(client)]);
    service = await startService({
      env: { GALLEY_CORS_ORIGINS: `https://app.example.com, ${listed.origin}` },
    });
    browser = await startBrowser(chromium ?? "");
  });
  afterAll(async () => {
    await browser.close();
    for (const { server } of [listed, other]) server.close();
    await service[Symbol.asyncDispose]();
  });

  /** What an expression comes to on a page of the site. */
  async function on(site: Site, expression: string): Promise<unknown> {
    const page = await browser.newPage();
    await page.goto(site.origin);
    const outcome = await page.evaluate(
      `(async () => ${expression})().catch((error) => "failed: " + error.message)`,
    );
    await page.close();
    return outcome;
  }

  const reading = (): string => `{
    const { createGalleyClient } = await import("/client.js");
    const galley = createGalleyClient({ url: "${service.url}", key: "${service.serviceKey}", patienceMs: 1000 });
    const content = Uint8Array.from(atob("${Buffer.from(letter().bytes).toString("base64")}"), (one) => one.charCodeAt(0));
    const result = await galley.extract({ name: "letter.pdf", content }, { mode: "NATIVE_TEXT" });
    return [result.text, await result.markdown()].join(" ");
  }`;

  const calling = (path: string, init: string): string =>
    `{ const answer = await fetch("${service.url}${path}", ${init}); return answer.status; }`;
  const key = (): string => `{ headers: { "service-key": "${service.serviceKey}" } }`;

  test("that is listed reads a document with the client", async () => {
    expect(await on(listed, reading())).toContain("<<<");
  });

  test("that is not listed reads nothing", async () => {
    expect(await on(other, reading())).toMatch(/^failed: .*cannot be reached/);
  });

  test.each([
    ["REST", "/api/v2/get-usage-info", 200],
    ["REST with a refusal", "/api/v2/whisper-status", 400],
    ["the description", "/openapi.json", 200],
  ])("calls %s only if it is listed", async (_, path, status) => {
    expect(await on(listed, calling(path, key()))).toBe(status);
    expect(await on(other, calling(path, key()))).toBe("failed: Failed to fetch");
  });

  test("calls MCP only if it is listed", async () => {
    const call = `{
      const headers = { authorization: "Bearer ${service.serviceKey}", "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18" };
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
      const answer = await fetch("${service.url}/mcp", { method: "POST", headers, body });
      return (await answer.text()).includes("read_document");
    }`;
    expect(await on(listed, call)).toBe(true);
    expect(await on(other, call)).toBe("failed: Failed to fetch");
  });

  test("never calls with cookies", async () => {
    const withCookies = `{ credentials: "include", headers: { "service-key": "${service.serviceKey}" } }`;
    expect(await on(listed, calling("/api/v2/get-usage-info", withCookies))).toBe("failed: Failed to fetch");
    const preflight = await fetch(`${service.url}/graphql`, {
      method: "OPTIONS",
      headers: { origin: listed.origin, "access-control-request-method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe(listed.origin);
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("vary")).toContain("Origin");
  });

  test.each(["null", "https://app.example.com.evil.example", "http://app.example.com"])(
    "of the origin %s gets no permission",
    async (origin) => {
      const answer = await fetch(`${service.url}/openapi.json`, { headers: { origin } });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("vary")).toContain("Origin");
    },
  );
});
