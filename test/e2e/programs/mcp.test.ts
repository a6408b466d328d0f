import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { localMcpAgent, mcpAgent, type McpAgent } from "../../support/clients/mcp-client.ts";
import { type RunningService, startService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const CLI = fileURLToPath(new URL("../../../packages/gateway/dist/cli.js", import.meta.url));

const statement = FIXTURES["statement"]?.().bytes ?? new Uint8Array();

const DOCUMENT_TOOLS = ["extract_document", "read_document", "search_document", "get_page_image"];

/** Extracts, reads on, searches, looks, and reads the resource: what an agent does with a document. */
async function expectAllRead(agent: McpAgent, source: Readonly<Record<string, string>>): Promise<void> {
  const extracted = await agent.call("extract_document", { ...source, mode: "native_text" });
  expect(extracted.text).toMatch(/^\[page 1\]/);
  const { document_id } = extracted.facts;
  const markdown = await agent.call("read_document", { document_id, format: "markdown" });
  expect(markdown.text).toMatch(/^\|.*\|$/m);
  expect((await agent.call("read_document", { document_id, format: "tables" })).text).toContain("[table ");
  expect((await agent.call("read_document", { document_id, format: "chunks" })).text).toContain(
    "[chunk c1, ",
  );
  const [word = ""] = /[A-Za-z]{6,}/.exec(extracted.text) ?? [];
  const found = await agent.call("search_document", { document_id, term: word });
  expect(found.facts["matches"]).toEqual(
    expect.arrayContaining([expect.objectContaining({ page: 1, edits: 0, box: expect.any(Array) })]),
  );
  const { image } = await agent.call("get_page_image", { document_id, page: 1, dpi: 50 });
  expect(Buffer.from(image).subarray(1, 4).toString()).toBe("PNG");
  const { resources } = await agent.client.listResources();
  const resource = resources.find(({ uri }) => uri.endsWith(String(document_id)));
  expect(resource?.name).toBe("statement.pdf");
  const page = await agent.client.readResource({ uri: `${resource?.uri}/pages/1` });
  expect(page.contents[0]).toMatchObject({ mimeType: "text/plain", text: extracted.text });
}

/** Reads a document that is longer than one part, and returns the numbers of the pages in the order of the text. */
async function pagesInParts(agent: McpAgent, source: Readonly<Record<string, string>>): Promise<number[]> {
  const options = { mode: "native_text", max_characters: 5000 };
  const first = await agent.call("extract_document", { ...source, ...options });
  const { document_id, page_count, characters } = first.facts;
  expect(page_count).toBe(12);
  const parts = [first];
  while (parts.at(-1)?.facts["next_cursor"] !== undefined) {
    const cursor = parts.at(-1)?.facts["next_cursor"];
    parts.push(await agent.call("read_document", { document_id, cursor, max_characters: 5000 }));
  }
  const whole = parts.map(({ text }) => text).join("");
  expect(whole).toHaveLength(Number(characters));
  expect(Math.max(...parts.map(({ text }) => text.length))).toBeLessThanOrEqual(5000);
  const some = await agent.call("read_document", { document_id, pages: "3,11-" });
  expect([...some.text.matchAll(/Page (\d+) of/g)].map(([, number]) => number)).toEqual(["3", "11", "12"]);
  return [...whole.matchAll(/Page (\d+) of 12/g)].map(([, number]) => Number(number));
}

/** Reads a document of 400 pages; returns the steps of its progress notifications, and the last total. */
async function progressOf(
  agent: McpAgent,
  source: Readonly<Record<string, string>>,
): Promise<{ readonly steps: readonly number[]; readonly total: number | undefined }> {
  const told: { readonly progress: number; readonly total?: number | undefined }[] = [];
  const given = { ...source, mode: "native_text" };
  await agent.client.callTool(
    { name: "extract_document", arguments: given },
    { onprogress: (progress) => told.push(progress) },
  );
  const values = told.map(({ progress }) => progress);
  return {
    steps: values.map((value, index) => value - (values[index - 1] ?? 0)),
    total: told.at(-1)?.total,
  };
}

const TWELVE = Array.from({ length: 12 }, (_, index) => index + 1);

const LIST_TOOLS = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

describe("the service", () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const upload = async (name: string, bytes: Uint8Array): Promise<string> =>
    (await createGraphqlClient(service).upload(name, bytes)).id;

  test.each(["legacy", "auto"] as const)("an agent reads a document (protocol: %s)", async (mode) => {
    await using agent = await mcpAgent(service.url, service.serviceKey, mode);
    const { tools } = await agent.client.listTools();
    const names = tools.map(({ name }) => name);
    // Those of pipelines need an access token.
    expect(names).toEqual([...DOCUMENT_TOOLS, "list_files", "search_files", "read_fields"]);
    await expectAllRead(agent, { upload_id: await upload("statement.pdf", statement) });
  });

  test("a long document is read in parts, and by pages", async () => {
    await using agent = await mcpAgent(service.url, service.serviceKey);
    const upload_id = await upload("long.pdf", textDocument(12).bytes);
    expect(await pagesInParts(agent, { upload_id })).toEqual(TWELVE);
  });

  test.each(["legacy", "auto"] as const)("a long call tells how far it is (protocol: %s)", async (mode) => {
    await using agent = await mcpAgent(service.url, service.serviceKey, mode);
    const upload_id = await upload("long.pdf", textDocument(400).bytes);
    const { steps, total } = await progressOf(agent, { upload_id });
    expect([steps.length > 1, Math.min(...steps.slice(1)) > 0, total]).toEqual([true, true, 400]);
  });

  test("what a caller may not or cannot do is said", async () => {
    await using agent = await mcpAgent(service.url, service.serviceKey);
    const unknown = "5f2b8f5e-1c7e-4b44-9d0e-0a6c3a6f7d11";
    const refusals: readonly [string, Record<string, unknown>, string][] = [
      ["search_files", { term: "…" }, "term: expected at least one word"],
      ["read_document", { document_id: unknown }, "Job not found"],
      ["extract_document", {}, "upload_id"],
      ["extract_document", { upload_id: unknown, url: "https://example.com/a.pdf" }, "either"],
      ["extract_document", { url: "http://127.0.0.1/a.pdf" }, "The URL cannot be used"],
      ["extract_document", { upload_id: 5 }, "upload_id: expected text"],
      ["extract_document", { url: "nowhere" }, "url: expected a URL"],
      ["search_document", { document_id: unknown, term: "" }, "term: must not be blank"],
      ["get_page_image", { document_id: unknown, page: 1.5 }, "page: expected a whole number"],
    ];
    for (const [tool, given, message] of refusals) {
      const { isError, text } = await agent.call(tool, given);
      expect([tool, isError, text]).toEqual([tool, true, expect.stringContaining(message)]);
    }
    const upload_id = await upload("statement.pdf", statement);
    const { facts } = await agent.call("extract_document", { upload_id, mode: "native_text" });
    const { document_id } = facts;
    const wrong = await agent.call("read_document", { document_id, cursor: "99999999" });
    expect(wrong).toMatchObject({ isError: true, text: expect.stringContaining("cursor") });
    const none = await agent.call("get_page_image", { document_id, page: 99 });
    expect(none).toMatchObject({ isError: true, text: expect.stringContaining("page") });
  });

  test("documents are listed, and found by their texts", async () => {
    await using agent = await mcpAgent(service.url, service.serviceKey);
    const upload_id = await upload("findable.pdf", textDocument(2).bytes);
    const { document_id } = (await agent.call("extract_document", { upload_id })).facts;
    const listed = await agent.call("list_files", { search: "findable" });
    expect(listed.facts).toMatchObject({ files: [{ document_id, name: "findable.pdf", pages: 2 }] });
    const found = async (): Promise<unknown> =>
      (await agent.call("search_files", { term: '"page 2 of 2"' })).facts;
    await expect
      .poll(found, { timeout: 30_000 })
      .toMatchObject({ hits: [{ document_id, page: 2, context: expect.stringContaining("Page 2 of 2") }] });
  });

  test("an access token lists pipelines", async () => {
    await using agent = await mcpAgent(service.url, service.accessToken);
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["list_pipelines", "run_pipeline", "get_run"]),
    );
    expect((await agent.call("list_pipelines", {})).facts).toEqual({ pipelines: [] });
    const { isError, text } = await agent.call("run_pipeline", { pipeline_id: "none" });
    expect([isError, text]).toEqual([true, expect.stringContaining("Pipeline not found")]);
  });

  test("every tool declares its output, and only tools that the caller may use are listed", async () => {
    const graphql = createGraphqlClient(service, { authorization: `Bearer ${service.accessToken}` });
    const { createAccessToken } = await graphql.read(
      z.object({ createAccessToken: z.object({ secret: z.string() }) }),
      'mutation { createAccessToken(input: { name: "reader", tier: READ }) { secret } }',
    );
    await using reader = await mcpAgent(service.url, createAccessToken.secret);
    await using writer = await mcpAgent(service.url, service.accessToken);
    const { tools } = await writer.client.listTools();
    expect(tools.filter(({ outputSchema }) => outputSchema === undefined).map(({ name }) => name)).toEqual(
      [],
    );
    const readable = new Set((await reader.client.listTools()).tools.map(({ name }) => name));
    const hidden = tools.map(({ name }) => name).filter((name) => !readable.has(name));
    expect(hidden).toEqual(["extract_document", "run_pipeline"]);
  });

  test.each([{}, { authorization: "Bearer wrong-key-0123456789" }, { cookie: "galley_session=x" }])(
    "without valid credentials nothing is answered (%j)",
    async (headers) => {
      const answer = await fetch(`${service.url}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }),
      });
      expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
    },
  );

  test.each(["{", "[]", "null", JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: 7 })])(
    "a broken call is refused as the caller's (%s)",
    async (body) => {
      const answer = await fetch(`${service.url}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          authorization: `Bearer ${service.serviceKey}`,
        },
        body,
      });
      expect(answer.status).toBeLessThan(500);
      expect(await answer.text()).toContain("error");
    },
  );

  test.each([
    ["that is not a message", '{"jsonrpc":"1.0"}', {}],
    ["of an unknown version", LIST_TOOLS, { "mcp-protocol-version": "banana" }],
  ])("a request %s is the caller's mistake, not an error in the log", async (_, body, headers) => {
    const before = service.logs().length;
    const answer = await fetch(`${service.url}/mcp`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${service.serviceKey}`,
        accept: "application/json, text/event-stream",
        "content-type": "application/json",
        ...headers,
      },
      body,
    });
    expect(answer.status).toBe(400);
    expect(service.logs().slice(before)).not.toContain('"level":"error"');
  });
});

describe("galley mcp", () => {
  const folder = temporaryFolder();
  const documents = join(folder.path, "documents");
  beforeAll(() => {
    mkdirSync(documents);
    writeFileSync(join(documents, "statement.pdf"), statement);
    writeFileSync(join(documents, "long.pdf"), textDocument(12).bytes);
    writeFileSync(join(documents, "longer.pdf"), textDocument(400).bytes);
    writeFileSync(join(folder.path, "secret.pdf"), statement);
    symlinkSync(join(folder.path, "secret.pdf"), join(documents, "link.pdf"));
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  const start = (): Promise<McpAgent> => localMcpAgent([process.execPath, CLI, "mcp", documents]);

  test("an agent reads files without a service", async () => {
    await using agent = await start();
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(DOCUMENT_TOOLS);
    await expectAllRead(agent, { path: "statement.pdf" });
    expect(await pagesInParts(agent, { path: join(documents, "long.pdf") })).toEqual(TWELVE);
    const { steps, total } = await progressOf(agent, { path: "longer.pdf" });
    expect([steps.length > 1, Math.min(...steps.slice(1)) > 0, total]).toEqual([true, true, 400]);
  });

  test("nothing outside the folders is read", async () => {
    await using agent = await start();
    const paths = [
      "../secret.pdf",
      join(folder.path, "secret.pdf"),
      "link.pdf",
      "/etc/passwd",
      "none.pdf",
      "a\0b",
    ];
    for (const path of paths) {
      const { isError, text } = await agent.call("extract_document", { path });
      expect([path, isError, text]).toEqual([path, true, `path: there is no such file in ${documents}`]);
    }
    const { isError, text } = await agent.call("extract_document", { url: "https://example.com/a.pdf" });
    expect([isError, text]).toEqual([true, expect.stringContaining("--allow-urls")]);
  });
});
