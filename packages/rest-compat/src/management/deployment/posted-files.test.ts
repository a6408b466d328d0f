import { createServer, request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { boundPort } from "@galley/core/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { isForm, postedForm } from "./posted-files.ts";

/** Responds with the names and sizes of the files of a form, or with its error. */
const server = createServer((incoming, response) => {
  void said(incoming).then((answer) => response.end(JSON.stringify(answer)));
});

async function said(incoming: IncomingMessage): Promise<unknown> {
  try {
    return isForm(incoming) ? await sizesOf(incoming) : "no form";
  } catch (error) {
    return { error: error instanceof Error ? error.message : "" };
  }
}

let url: string;
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  url = `http://127.0.0.1:${boundPort(server)}`;
});
afterAll(() => server.close());

async function sizesOf(incoming: IncomingMessage): Promise<readonly unknown[]> {
  const sizes: unknown[] = [];
  const { files, fields } = postedForm(incoming);
  for await (const { name, content } of files) {
    let bytes = 0;
    for await (const chunk of content) bytes += chunk.length;
    sizes.push([name, bytes]);
  }
  return [...sizes, ...fields];
}

async function posted(body: FormData | string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(url, { method: "POST", body, headers })).json();
}

test("files come in their order, whatever their size and name, then the texts of other fields", async () => {
  const form = new FormData();
  form.append("files", new Blob([randomBytes(3_000_000)]), "large.pdf");
  form.append("tags", "a,b");
  form.append("files", new Blob([]), "");
  form.append("files", new Blob(["x"]), "Übersicht 文書.pdf");
  form.append("more", new Blob([randomBytes(100_000)]), "../other.pdf");
  expect(await posted(form)).toEqual([
    ["large.pdf", 3_000_000],
    ["Übersicht 文書.pdf", 1],
    ["other.pdf", 100_000],
    ["tags", "a,b"],
  ]);
});

test("a form without files has its fields only", async () => {
  const form = new FormData();
  form.append("tags", "a");
  expect(await posted(form)).toEqual([["tags", "a"]]);
});

test("what is no form, or is broken off, is told", async () => {
  expect(await posted("{}", { "content-type": "application/json" })).toBe("no form");
  const malformed = { error: expect.stringContaining("the form is malformed") };
  expect(await posted("x", { "content-type": "multipart/form-data" })).toEqual(malformed);
  const start = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\nbegin';
  expect(await posted(start, { "content-type": "multipart/form-data; boundary=b" })).toEqual(malformed);
});

test("a form that breaks off before its file is read fails for its reader", async () => {
  const told = Promise.withResolvers<unknown>();
  server.prependOnceListener("request", (incoming: IncomingMessage) => {
    // The whole form arrives before the first file is read.
    const late = async (): Promise<unknown> => {
      for await (const { content } of postedForm(incoming).files) {
        await once(incoming, "end");
        await sleep(20);
        for await (const _chunk of content);
      }
      return "read";
    };
    told.resolve(late().catch((error: unknown) => error));
  });
  const begin = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\nbegin';
  const sender = request(url, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });
  sender.on("error", () => undefined).end(begin);
  expect(await told.promise).toMatchObject({ code: "BAD_INPUT", field: "files" });
  sender.destroy();
});

test("a sender who hangs up leaves nothing waiting", async () => {
  const left = Promise.withResolvers<unknown>();
  server.once("request", (incoming: IncomingMessage) => {
    incoming.once("close", () => setImmediate(() => left.resolve(incoming.listenerCount("close"))));
  });
  const sender = request(url, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
  });
  sender.on("error", () => undefined);
  sender.write('--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\nbegin');
  await once(server, "request");
  sender.destroy();
  expect(z.number().parse(await left.promise)).toBe(0);
});
