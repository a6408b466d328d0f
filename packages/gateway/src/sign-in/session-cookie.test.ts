import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { cookie } from "./cookies.ts";
import { sessionOf } from "./session-cookie.ts";

const OWN = "https://galley.example/base";

function request(method: string, headers: Readonly<Record<string, string>>): IncomingMessage {
  const made = new IncomingMessage(new Socket());
  return Object.assign(made, { method, headers: { cookie: "a=b; galley_session=secret; c=d", ...headers } });
}

test.each([
  ["GET", {}],
  ["GET", { "sec-fetch-site": "cross-site" }],
  ["HEAD", {}],
  ["POST", { origin: "https://galley.example" }],
  ["POST", { "sec-fetch-site": "same-origin" }],
  ["DELETE", { "sec-fetch-site": "same-origin", origin: "https://galley.example" }],
  ["GET", { upgrade: "websocket", origin: "https://galley.example" }],
])("%s with %j counts as the session's", (method, headers) => {
  expect(sessionOf(request(method, headers), OWN)).toBe("secret");
});

test.each([
  ["POST", {}],
  ["POST", { origin: "null" }],
  ["POST", { origin: "http://galley.example" }],
  ["POST", { origin: "https://galley.example.evil" }],
  ["PUT", { "sec-fetch-site": "same-site" }],
  ["PATCH", { "sec-fetch-site": "none" }],
  ["DELETE", { "sec-fetch-site": "cross-site", origin: "https://galley.example" }],
  ["GET", { upgrade: "websocket", origin: "https://evil.example" }],
  ["GET", { upgrade: "websocket" }],
  ["GET", { cookie: "xgalley_session=secret" }],
])("%s with %j does not", (method, headers) => {
  expect(sessionOf(request(method, headers), OWN)).toBeUndefined();
});

test("a cookie is hidden from scripts, and limited to https for https", () => {
  const value = { value: "secret", maxAgeSeconds: 60 };
  expect(cookie("name", value, { path: "/", secure: true })).toBe(
    "name=secret; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure",
  );
  expect(cookie("name", value, { path: "/", secure: false })).not.toContain("Secure");
});
