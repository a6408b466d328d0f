import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { chromiumPath, startBrowser } from "../../support/clients/browser.ts";
import { startService, type RunningService } from "../../support/service.ts";

const chromium = chromiumPath();

/** Another port of the same host: the browser sends it the same cookies, but it is another origin. */
describe.skipIf(chromium === undefined)("a page of another origin, in a browser that is signed in", () => {
  let service: RunningService;
  let evil: Server;
  let browser: Awaited<ReturnType<typeof startBrowser>>;
  let page: Awaited<ReturnType<typeof browser.newPage>>;
  let own: string;
  let foreign: string;

  beforeAll(async () => {
    service = await startService();
    own = service.url.replace("127.0.0.1", "localhost");
    evil = createServer((_request, response) => {
      response.setHeader("content-type", "text/html").end("<title>evil</title>");
    }).listen(0, "127.0.0.1");
    await once(evil, "listening");
    foreign = `http://localhost:${boundPort(evil)}`;
    browser = await startBrowser(chromium ?? "");
    page = await browser.newPage();
    await page.goto(`${own}/graphql`);
    const query = `mutation { signInWithAccessToken(input: {token: "${service.accessToken}"}) { session { id } } }`;
    await posted(query);
    await page.goto(foreign);
  });

  afterAll(async () => {
    await browser.close();
    evil.close();
    await service[Symbol.asyncDispose]();
  });

  /** What the page sends to the service, and what it gets to see. */
  async function posted(query: string, init = '{ "content-type": "application/json" }'): Promise<string> {
    const body = JSON.stringify(JSON.stringify({ query }));
    return String(
      await page.evaluate(`fetch("${own}/graphql", {
        method: "POST", credentials: "include", headers: ${init}, body: ${body}
      }).then((answer) => answer.text(), (error) => "blocked: " + error.name)`),
    );
  }

  /** The number of access tokens, as the signed-in person sees it. */
  async function tokens(): Promise<number> {
    const answer = await fetch(`${own}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${service.accessToken}` },
      body: JSON.stringify({ query: "{ accessTokens { id } }" }),
    });
    return (await answer.text()).split('"id"').length - 1;
  }

  const CREATE = 'mutation { createAccessToken(input: {name: "stolen", tier: READ}) { secret } }';

  test("its requests are blocked or change nothing", async () => {
    const before = await tokens();
    expect(await posted(CREATE)).toBe("blocked: TypeError");
    expect(await posted(CREATE, '{ "content-type": "text/plain" }')).toBe("blocked: TypeError");
    expect(await posted("{ viewer { kind } }")).toBe("blocked: TypeError");
    const body = JSON.stringify(JSON.stringify({ query: CREATE }));
    // Without CORS the browser sends it and hides the answer.
    await page.evaluate(
      `fetch("${own}/graphql", { method: "POST", mode: "no-cors", credentials: "include", body: ${body} })`,
    );
    const upload = `fetch("${own}/uploads/a.txt", { method: "PUT", credentials: "include", body: "text" })`;
    expect(await page.evaluate(`${upload}.then(String, (error) => error.name)`)).toBe("TypeError");
    expect(await tokens()).toBe(before);
  });

  test("its form changes nothing", async () => {
    const before = await tokens();
    await page.evaluate(`{
      const form = document.createElement("form");
      form.method = "post";
      form.action = "${own}/graphql";
      form.enctype = "text/plain";
      const field = document.createElement("input");
      field.name = ${JSON.stringify(`{"query": ${JSON.stringify(CREATE)}, "x": "`)};
      field.value = '"}';
      form.append(field);
      document.body.append(form);
      form.submit();
    }`);
    await page.waitForURL(`${own}/graphql`);
    expect(await page.innerText("body")).toContain("errors");
    expect(await tokens()).toBe(before);
    await page.goto(foreign);
  });

  test("its WebSocket is closed as unauthenticated", async () => {
    const code = await page.evaluate(`new Promise((resolve) => {
      const socket = new WebSocket("${own.replace("http", "ws")}/graphql", "graphql-transport-ws");
      socket.onopen = () => socket.send('{"type":"connection_init"}');
      socket.onmessage = ({ data }) => resolve(data);
      socket.onclose = ({ code }) => resolve(code);
    })`);
    expect(code).toBe(4401);
  });

  test("the session is still there afterwards", async () => {
    await page.goto(`${own}/graphql`);
    expect(await posted("{ viewer { kind } }")).toContain("SESSION");
  });
});
