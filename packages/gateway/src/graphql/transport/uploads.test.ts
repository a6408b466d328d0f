import { request as httpRequest } from "node:http";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startGraphqlService, type GraphqlService } from "../testing/graphql-service.ts";

const PDF = "%PDF-1.7 made for a test";

function put(service: GraphqlService, name: string, body = PDF): Promise<Response> {
  return fetch(`${service.url}/uploads/${name}`, {
    method: "PUT",
    headers: { "service-key": service.key },
    body,
  });
}

test.each([
  ["report.pdf", "report.pdf"],
  ["%C3%9Cbersicht%202026.pdf", "Übersicht 2026.pdf"],
  ["..%2F..%2Fetc%2Fpasswd", "../../etc/passwd"],
  ["two%0D%0Alines%00.pdf", "two lines .pdf"],
  ["%20%E2%80%8B", "document"],
])("an upload to /uploads/%s is stored under its decoded name, on one line", async (path, name) => {
  await using service = await startGraphqlService();
  const response = await put(service, path);
  expect(response.status).toBe(201);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.json()).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    name,
    bytes: PDF.length,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    mediaType: "application/pdf",
  });
});

test.each([
  ["an empty document", "", 400],
  ["a document that is too large", PDF.repeat(1000), 413],
  ["content of an unsupported type", "\x7fELF\x02\x01\x01\0", 415],
])("%s is rejected with JSON", async (_what, body, status) => {
  await using service = await startGraphqlService();
  const response = await put(service, "a.pdf", body);
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/.\.$/) });
  expect(service.faults).toEqual([]);
});

test("a name with invalid percent-encoding is rejected", async () => {
  await using service = await startGraphqlService();
  expect((await put(service, "%E0%A4%A")).status).toBe(400);
});

test("an upload requires credentials", async () => {
  await using service = await startGraphqlService();
  const response = await fetch(`${service.url}/uploads/a.pdf`, { method: "PUT", body: PDF });
  expect(response.status).toBe(401);
});

test("uploads only accept PUT", async () => {
  await using service = await startGraphqlService();
  const response = await fetch(`${service.url}/uploads/a.pdf`, { method: "POST", body: PDF });
  expect([response.status, response.headers.get("allow")]).toEqual([405, "PUT"]);
});

test("a too large Content-Length is rejected before the document is sent", async () => {
  await using service = await startGraphqlService();
  const request = httpRequest(`${service.url}/uploads/a.pdf`, {
    method: "PUT",
    headers: { "service-key": service.key, "content-length": 1024 ** 3 },
  });
  request.on("error", () => {});
  request.flushHeaders();
  const [response] = await once(request, "response");
  expect(response.statusCode).toBe(413);
  request.destroy();
});

test("a sender that disconnects during an upload causes no internal error", async () => {
  await using service = await startGraphqlService();
  const request = httpRequest(`${service.url}/uploads/a.pdf`, {
    method: "PUT",
    headers: { "service-key": service.key, "content-length": 5000 },
  });
  request.on("error", () => {});
  request.write(PDF);
  await sleep(50);
  request.destroy();
  await sleep(50);
  expect(service.faults).toEqual([]);
  expect((await put(service, "b.pdf")).status).toBe(201);
});
