import { once } from "node:events";
import { createServer, request, type OutgoingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { boundPort } from "@galley/core/testing";
import { expect, test } from "vitest";
import { publicUrlFrom } from "./public-url.ts";

/** The address derived for a request with these headers; PORT stands for the port it was sent to. */
async function derivedUrl(configured: string | undefined, headers: OutgoingHttpHeaders): Promise<string> {
  const urlOf = publicUrlFrom(configured);
  const server = createServer((incoming, response) => response.end(urlOf(incoming)));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = boundPort(server);
  const asked = request({ host: "127.0.0.1", port, headers }).end();
  const [answer] = await once(asked, "response");
  const url = (await text(answer)).replace(`${port}`, "PORT");
  server.close();
  return url;
}

test.each([
  ["https://galley.example/base", { host: "other.example" }, "https://galley.example/base"],
  [undefined, { host: "galley.example" }, "http://galley.example"],
  [undefined, { host: "galley.example:8443", "x-forwarded-proto": "https" }, "https://galley.example:8443"],
  [undefined, { host: "galley.example", "x-forwarded-proto": "javascript" }, "http://galley.example"],
  [undefined, { host: "[::1]:80" }, "http://[::1]:80"],
  [undefined, { host: "evil.example/path?" }, "http://127.0.0.1:PORT"],
  [undefined, { host: "galley.example:99999" }, "http://127.0.0.1:PORT"],
  [undefined, { host: "1.2.3.999" }, "http://127.0.0.1:PORT"],
  [undefined, {}, "http://127.0.0.1:PORT"],
])("configured %j, requested with %j, the address is %s", async (configured, headers, url) => {
  expect(await derivedUrl(configured, headers)).toBe(url);
});
