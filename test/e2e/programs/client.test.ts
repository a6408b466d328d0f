import { createHmac } from "node:crypto";
import { gzipSync } from "node:zlib";
import { fileURLToPath } from "node:url";
import { createGalleyClient, GalleyError, verifyWebhook, type GalleyClient, type Job } from "@galley/client";
import { GalleyLoader } from "@galley/client/langchain";
import { GalleyReader } from "@galley/client/llamaindex";
import { rolldown } from "rolldown";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { FIXTURES } from "../../fixtures/fixtures.ts";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { startTcpLine } from "../../support/servers/tcp-line.ts";
import { type RunningService, startService } from "../../support/service.ts";

let service: RunningService;
let galley: GalleyClient;

beforeAll(async () => {
  service = await startService();
  galley = createGalleyClient({ url: service.url, key: service.serviceKey });
});
afterAll(() => service[Symbol.asyncDispose]());

const statement = {
  name: "statement.pdf",
  content: new Uint8Array(FIXTURES["statement"]?.().bytes ?? new Uint8Array()),
};

test("a document becomes text, pages, Markdown, tables, chunks and data", async () => {
  const progress: Job[] = [];
  const options = { mode: "NATIVE_TEXT", tag: "from the client" } as const;
  const result = await galley.extract(statement, options, { onProgress: (job) => progress.push(job) });
  expect(progress.at(-1)).toMatchObject({ status: "PROCESSED", tag: "from the client" });
  const pages = await Array.fromAsync(result.pages());
  expect(pages[0]?.text).toBeTruthy();
  expect(result.text).toContain(pages[0]?.text?.split("\n")[0] ?? "?");
  expect(await result.markdown()).toMatch(/^\|.*\|$/m);
  expect((await result.tables())[0]?.rows.length).toBeGreaterThan(1);
  const chunks = await Array.fromAsync(result.chunks({ maxTokens: 64 }));
  expect(chunks[0]?.places[0]).toMatchObject({ page: 1, box: { x0: expect.any(Number) } });
  const { data, fields } = await result.fields("bank-statement");
  const [path] = Object.entries(z.array(z.looseObject({})).parse(data?.["transactions"]))
    .filter(([, { description }]) => description === "Harbour dues")
    .map(([row]) => `transactions[${row}].description`);
  expect(fields.find((one) => one.path === path)?.citations).toMatchObject([
    { page: 1, text: "Harbour dues" },
  ]);
  expect(await result.fields("bank-statement")).toMatchObject({ data });
});

test("a Blob can be sent, and pages of more than one list arrive in order", async () => {
  const long = textDocument(60);
  const result = await galley.extract(new Blob([new Uint8Array(long.bytes)]), {
    mode: "NATIVE_TEXT",
    blocks: false,
  });
  const numbers = (await Array.fromAsync(result.pages())).map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  // The structure is worked out when it is asked for, also without the hint at submission.
  const [begin = "?"] = /^\w+ \w+ \w+/.exec((await result.markdown()) ?? "") ?? [];
  expect(result.text).toContain(begin);
});

test("what is wrong is said with its code and field", async () => {
  const empty = { name: "empty.pdf", content: new Uint8Array() };
  await expect(galley.extract(empty)).rejects.toMatchObject({ name: "GalleyError", code: "BAD_INPUT" });
  const selection = galley.extract(statement, { pages: "x" });
  await expect(selection).rejects.toMatchObject({
    code: "BAD_INPUT",
    field: expect.stringContaining("pages"),
  });
  const stranger = createGalleyClient({ url: service.url, key: "no-key-of-this-service" });
  await expect(stranger.extract(statement)).rejects.toMatchObject({ code: "UNAUTHENTICATED" });
  const damaged = { name: "a.pdf", content: new TextEncoder().encode("%PDF-1.7 nothing") };
  await expect(galley.extract(damaged)).rejects.toMatchObject({ code: "FAILED" });
});

test("a service that cannot be reached is given up in time", async () => {
  const nobody = createGalleyClient({ url: "http://127.0.0.1:1", key: "x", patienceMs: 300 });
  await expect(nobody.submit(statement)).rejects.toMatchObject({ code: "UNREACHABLE", retryable: true });
});

test("aborting cancels the document", async () => {
  const stop = new AbortController();
  const seen: string[] = [];
  const call = {
    signal: stop.signal,
    onProgress: ({ id }: Job): void => {
      seen.push(id);
      stop.abort(new Error("no longer needed"));
    },
  };
  const content = new Uint8Array(textDocument(800).bytes);
  const result = galley.extract({ name: "long.pdf", content }, { mode: "NATIVE_TEXT" }, call);
  await expect(result).rejects.toThrow("no longer needed");
  await expect(galley.wait(seen[0] ?? "")).rejects.toBeInstanceOf(GalleyError);
});

test("a lost connection is taken up again, and the document is read once", async () => {
  await using line = await startTcpLine(Number(new URL(service.url).port));
  const tag = `lost ${Date.now()}`;
  const distant = createGalleyClient({ url: `http://127.0.0.1:${line.port}`, key: service.serviceKey });
  const content = new Uint8Array(textDocument(100).bytes);
  let cuts = 0;
  const onProgress = ({ pagesDone }: Job): void => {
    if (cuts > 2 || pagesDone < cuts * 25) return;
    cuts += 1;
    line.cut();
    setTimeout(() => line.mend(), 400);
  };
  const result = await distant.extract(
    { name: "long.pdf", content },
    { mode: "NATIVE_TEXT", tag },
    { onProgress },
  );
  expect(cuts).toBeGreaterThan(0);
  expect(result.text).toContain("Page 100 of 100");
  const { data } = await createGraphqlClient(service).ask(
    `query ($tag: String) { jobs(filter: { tag: $tag }) { totalCount } }`,
    { tag },
  );
  expect(data).toEqual({ jobs: { totalCount: 1 } });
});

test("frameworks load documents in chunks, pages or whole, with their places", async () => {
  const options = { mode: "NATIVE_TEXT" } as const;
  const [chunk] = await new GalleyLoader(galley, statement, options).load();
  expect(chunk?.metadata).toMatchObject({ source: "statement.pdf", page: 1, pages: [1] });
  const [page] = await new GalleyReader(galley, { ...options, per: "page" }).loadData(statement);
  expect(page?.metadata).toMatchObject({ source: "statement.pdf", page: 1 });
  const whole = await new GalleyLoader(galley, statement, { ...options, per: "document" }).load();
  expect(whole).toHaveLength(1);
});

describe("a webhook", () => {
  const secret = `whsec_${Buffer.from("a secret of 24 bytes at least").toString("base64")}`;
  const body = '{"job":"1"}';
  const headersAt = (seconds: number, signedBody = body): Record<string, string> => {
    const timestamp = String(Math.floor(Date.now() / 1000) + seconds);
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    const signature = createHmac("sha256", key).update(`msg_1.${timestamp}.${signedBody}`).digest("base64");
    return {
      "webhook-id": "msg_1",
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1,AAAA v1,${signature}`,
    };
  };

  test("with a right signature is returned", async () => {
    expect(await verifyWebhook({ body, headers: headersAt(0), secret })).toEqual({ job: "1" });
    expect(await verifyWebhook({ body, headers: new Headers(headersAt(-200)), secret })).toEqual({
      job: "1",
    });
  });

  test.each([
    ["of another body", () => headersAt(0, '{"job":"2"}')],
    ["that is old", () => headersAt(-400)],
    ["of the future", () => headersAt(400)],
    ["without a signature", () => ({ "webhook-id": "msg_1", "webhook-timestamp": "1" })],
    ["with a broken signature", () => ({ ...headersAt(0), "webhook-signature": "v1,*" })],
  ])("%s is refused", async (_, headers) => {
    await expect(verifyWebhook({ body, headers: headers(), secret })).rejects.toMatchObject({
      code: "BAD_SIGNATURE",
    });
  });
});

test("the client adds at most 15 KB to a page", async () => {
  const bundle = await rolldown({
    input: fileURLToPath(new URL("../../../packages/client/dist/index.js", import.meta.url)),
    platform: "browser",
  });
  const { output } = await bundle.generate({ format: "esm", minify: true });
  await bundle.close();
  const code = output.map((part) => ("code" in part ? part.code : "")).join("");
  expect(gzipSync(code).length).toBeLessThanOrEqual(15_000);
});
