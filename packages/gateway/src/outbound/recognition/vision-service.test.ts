import type { RequestListener } from "node:http";
import { json } from "node:stream/consumers";
import type { ImageToRecognise } from "@galley/core";
import { expect, test } from "vitest";
import { createOutbound } from "../outbound.ts";
import { serveHttp, type TargetServer } from "../testing/target-server.ts";
import { createVisionService, type TokenUsage, type VisionServiceOptions } from "./vision-service.ts";

const IMAGE: ImageToRecognise = {
  png: Buffer.from("the picture"),
  width: 100,
  height: 50,
  dpi: 300,
  lang: "deu+fra",
  engine: "service",
  shows: "page",
};
const NEVER = new AbortController().signal;

test("the image is sent with the prompt, and the text and its tokens are returned", async () => {
  let heard: { readonly url: string; readonly key: string; readonly body: Promise<unknown> } | undefined;
  await using server = await serveHttp((request, response) => {
    const { url = "", headers } = request;
    heard = { url, key: headers.authorization ?? "", body: json(request) };
    response.end(
      JSON.stringify({ ...said("Dear Margery"), usage: { prompt_tokens: 900, completion_tokens: 4 } }),
    );
  });
  const used: TokenUsage[] = [];
  const recognise = serviceAt(server, {
    prompt: "Read this, it is {lang}.",
    onUsage: (usage) => used.push(usage),
  });
  expect(await recognise(IMAGE, NEVER)).toEqual({ text: "Dear Margery", model: "seer" });
  expect(used).toEqual([{ prompt: 900, completion: 4 }]);
  expect(heard).toMatchObject({ url: "/v1/chat/completions", key: "Bearer open-sesame" });
  expect(await heard?.body).toMatchObject({
    model: "seer",
    temperature: 0,
    max_tokens: 100,
    messages: [
      {
        role: "user",
        content: [
          { type: "text", text: "Read this, it is deu+fra." },
          { type: "image_url", image_url: { url: "data:image/png;base64,dGhlIHBpY3R1cmU=" } },
        ],
      },
    ],
  });
});

test.each([
  ["a busy server (429) with Retry-After", 429, { "retry-after": "0" }],
  ["a busy server (503) with a date", 503, { "retry-after": new Date(0).toUTCString() }],
  ["a failing server (500)", 500, {}],
])("%s is asked again", async (_, status, headers) => {
  let asked = 0;
  await using server = await serveHttp((request, response) => {
    asked++;
    request.resume();
    if (asked === 1) response.writeHead(status, headers).end();
    else response.end(JSON.stringify(said("at last")));
  });
  expect(await serviceAt(server)(IMAGE, NEVER)).toMatchObject({ text: "at last" });
  expect(asked).toBe(2);
});

test("a server that stays busy longer than the time limit is not waited for", async () => {
  await using server = await serveHttp((_, response) =>
    response.writeHead(429, { "retry-after": "600" }).end(),
  );
  await expect(serviceAt(server)(IMAGE, NEVER)).rejects.toThrow("It responded with status 429.");
  expect(server.hits()).toBe(1);
});

test.each<[string, RequestListener, RegExp]>([
  [
    "an error",
    (_, response) => response.writeHead(404).end('{"error":{"message":"no\\nmodel seer."}}'),
    /status 404: no model seer\.$/,
  ],
  ["no JSON", (_, response) => response.end("<html>"), /not JSON/],
  ["other JSON", (_, response) => response.end('{"choices":[]}'), /not valid at "choices"/],
  [
    "a text that was cut off",
    (_, response) => response.end(JSON.stringify(said("and so on and so on", "length"))),
    /cut off after 100 tokens; GALLEY_OCR_MAX_TOKENS/,
  ],
])("%s is an error that says so", async (_, listener, message) => {
  await using server = await serveHttp(listener);
  await expect(serviceAt(server)(IMAGE, NEVER)).rejects.toThrow(message);
});

test("a server that hangs is given up, and skipped for a while", async () => {
  await using server = await serveHttp(() => {});
  const recognise = serviceAt(server, { timeoutMs: 200 });
  await expect(recognise(IMAGE, NEVER)).rejects.toMatchObject({ failure: "timeout" });
  await expect(recognise(IMAGE, NEVER)).rejects.toMatchObject({ failure: "timeout" });
  expect(server.hits()).toBe(1);
});

test("only so many requests run at a time", async () => {
  let [running, most] = [0, 0];
  await using server = await serveHttp((request, response) => {
    most = Math.max(most, ++running);
    request.resume().on("end", () =>
      setImmediate(() => {
        running--;
        response.end(JSON.stringify(said("x")));
      }),
    );
  });
  const recognise = serviceAt(server, { concurrency: 2 });
  await Promise.all(Array.from({ length: 8 }, () => recognise(IMAGE, NEVER)));
  expect(most).toBeLessThanOrEqual(2);
});

test("once the tokens of a day are used up, the server is not asked", async () => {
  const answer = { ...said("x"), usage: { prompt_tokens: 60, completion_tokens: 40 } };
  await using server = await serveHttp((_, response) => response.end(JSON.stringify(answer)));
  const recognise = serviceAt(server, { tokensPerDay: 150 });
  await recognise(IMAGE, NEVER);
  await recognise(IMAGE, NEVER);
  await expect(recognise(IMAGE, NEVER)).rejects.toThrow("The limit of 150 tokens within 24 hours");
  expect(server.hits()).toBe(2);
});

function said(content: string, finish_reason = "stop") {
  return { choices: [{ message: { role: "assistant", content }, finish_reason }] };
}

function serviceAt(server: TargetServer, options: Partial<VisionServiceOptions> = {}) {
  return createVisionService(createOutbound({ allow: ["127.0.0.0/8"] }), {
    url: `${server.url.replace(/\/$/, "")}/v1`,
    model: "seer",
    key: "open-sesame",
    prompt: undefined,
    maxTokens: 100,
    timeoutMs: 10_000,
    tokensPerDay: Infinity,
    concurrency: 4,
    ...options,
  });
}
