import type { IncomingHttpHeaders, RequestListener } from "node:http";
import type { ImageToRecognise } from "@galley/core";
import { expect, test } from "vitest";
import { createOcrService } from "./ocr-service.ts";
import { createOutbound } from "../outbound.ts";
import { serveHttp, type TargetServer } from "../testing/target-server.ts";

const IMAGE: ImageToRecognise = {
  png: Buffer.from("the picture"),
  width: 100,
  height: 50,
  dpi: 299.7,
  lang: "deu+fra",
  engine: "service",
  shows: "page",
};

test("the image is posted with its resolution and language, and the words are returned", async () => {
  let heard: { readonly headers: IncomingHttpHeaders; readonly body: string } | undefined;
  const answer = { words: [{ text: "Hi", box: [1, 2, 3, 4], confidence: 0.9, line: 7 }] };
  await using server = await serveHttp((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part: string) => {
      body += part;
    });
    request.on("end", () => {
      heard = { headers: request.headers, body };
      response.end(JSON.stringify(answer));
    });
  });
  const words = await serviceAt(server)(IMAGE, new AbortController().signal);
  expect(words).toEqual([{ text: "Hi", box: { x0: 1, y0: 2, x1: 3, y1: 4 }, confidence: 0.9, line: 7 }]);
  expect(heard).toMatchObject({
    headers: { "content-type": "image/png", "ocr-dpi": "300", "ocr-lang": "deu+fra" },
    body: "the picture",
  });
});

test.each<[string, RequestListener, RegExp]>([
  ["a status that is no success", (_, response) => response.writeHead(503).end("{}"), /status 503/],
  ["no JSON", (_, response) => response.end("<html>"), /not JSON/],
  ["other JSON", (_, response) => response.end('{"words":[{"text":"x","box":[1]}]}'), /"words.0.box/],
  [
    "more than a page has",
    (_, response) => response.end(`{"words":[${" ".repeat(9e6)}]}`),
    /larger than 8 MB/,
  ],
])("%s is an error that says so", async (_, listener, message) => {
  await using server = await serveHttp(listener);
  await expect(serviceAt(server)(IMAGE, new AbortController().signal)).rejects.toThrow(message);
});

test("a service that does not respond in time is skipped for a while", async () => {
  await using server = await serveHttp(() => {});
  const recognise = serviceAt(server, 200);
  await expect(recognise(IMAGE, new AbortController().signal)).rejects.toMatchObject({ failure: "timeout" });
  await expect(recognise(IMAGE, new AbortController().signal)).rejects.toMatchObject({ failure: "timeout" });
  expect(server.hits()).toBe(1);
});

test("aborting the page aborts the request", async () => {
  await using server = await serveHttp(() => {});
  const recognise = serviceAt(server);
  await expect(recognise(IMAGE, AbortSignal.timeout(50))).rejects.toMatchObject({ name: "TimeoutError" });
});

test("an address that the policy does not allow is rejected", async () => {
  await using server = await serveHttp((_, response) => response.end('{"words":[]}'));
  const recognise = createOcrService(createOutbound({ allow: [] }), { url: server.url, timeoutMs: 5000 });
  await expect(recognise(IMAGE, new AbortController().signal)).rejects.toMatchObject({ failure: "refused" });
  expect(server.hits()).toBe(0);
});

function serviceAt({ url }: TargetServer, timeoutMs = 5000): ReturnType<typeof createOcrService> {
  return createOcrService(createOutbound({ allow: ["127.0.0.0/8"] }), { url, timeoutMs });
}
