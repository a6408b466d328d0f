import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createOfficeService } from "./office-service.ts";
import { createOutbound } from "./outbound.ts";
import { serveHttp, type TargetServer } from "./testing/target-server.ts";

const DOCUMENT = { bytes: Buffer.from([0x50, 0x4b, 3, 4, 0xff, 0]), extension: "docx", password: "" };
const PDF = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from([0xe2, 0xe3, 0xff])]);

/** Responds as Gotenberg 8 does: a form with the files, converted by their extension. */
function gotenberg(heard: Request[]): RequestListener {
  return (request, response) => void answered(request, response, heard);
}

async function answered(request: IncomingMessage, response: ServerResponse, heard: Request[]): Promise<void> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = { "content-type": request.headers["content-type"] ?? "" };
  const form = new Request(`http://gotenberg${request.url}`, {
    method: "POST",
    headers,
    body: Buffer.concat(chunks),
  });
  heard.push(form.clone());
  const file = (await form.formData()).get("files");
  if (request.method !== "POST" || request.url !== "/forms/libreoffice/convert")
    response.writeHead(404).end("Not Found");
  else if (!(file instanceof File)) response.writeHead(400).end("Invalid form data: no form files");
  else if (file.name !== "document.docx")
    response.writeHead(400).end("Invalid form data: unsupported extension");
  else response.writeHead(200, { "content-type": "application/pdf" }).end(PDF);
}

test("the document is posted as a form file with its extension and password, and the PDF is returned", async () => {
  const heard: Request[] = [];
  await using server = await serveHttp(gotenberg(heard));
  const convert = serviceAt(server);
  expect(Buffer.from(await convert({ ...DOCUMENT, password: "Grüße" }, never()))).toEqual(PDF);
  const form = await heard[0]?.formData();
  const file = form?.get("files");
  expect(file instanceof File && Buffer.from(await file.arrayBuffer())).toEqual(DOCUMENT.bytes);
  expect(form?.get("password")).toBe("Grüße");
  await convert(DOCUMENT, never());
  expect((await heard[1]?.formData())?.get("password")).toBeNull();
});

test.each<[string, RequestListener, RegExp]>([
  ["an error", (_, response) => response.writeHead(503).end("busy"), /status 503: busy\.$/],
  ["no PDF", (_, response) => response.end("<html>"), /did not respond with a PDF/],
  [
    "more than the limit",
    (_, response) => response.end(Buffer.alloc(3_000_000, "%PDF-")),
    /larger than 1 MB/,
  ],
])("%s is an error that says so", async (_, listener, message) => {
  await using server = await serveHttp(listener);
  await expect(serviceAt(server)(DOCUMENT, never())).rejects.toThrow(message);
});

test("a service that does not respond ends with the time limit, one that is not allowed is not contacted", async () => {
  await using server = await serveHttp(() => {});
  await expect(serviceAt(server, 200)(DOCUMENT, never())).rejects.toMatchObject({ failure: "timeout" });
  const hits = server.hits();
  const refused = createOfficeService(createOutbound({ allow: [] }), {
    url: server.url,
    timeoutMs: 1000,
    maxBytes: 1,
  });
  await expect(refused(DOCUMENT, never())).rejects.toMatchObject({ failure: "refused" });
  expect(server.hits()).toBe(hits);
});

function never(): AbortSignal {
  return new AbortController().signal;
}

function serviceAt({ url }: TargetServer, timeoutMs = 5000): ReturnType<typeof createOfficeService> {
  const outbound = createOutbound({ allow: ["127.0.0.0/8"] });
  return createOfficeService(outbound, { url: url.replace(/\/$/, ""), timeoutMs, maxBytes: 2 ** 20 });
}
