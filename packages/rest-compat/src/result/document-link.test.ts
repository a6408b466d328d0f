import { afterAll, beforeAll, expect, test } from "vitest";
import { KEY } from "../testing/memory-application.ts";
import { A_PDF, startRestWorld, type RestWorld } from "../testing/rest-world.ts";

let world: RestWorld;
beforeAll(async () => {
  world = await startRestWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

test.each([
  ["/api/v2/whisper?", "/api/v2/whisper-status?whisper_hash=", "whisper_hash"],
  [
    "/v1/whisper?timeout=0&processing_mode=text&output_mode=line-printer",
    "/v1/whisper-status?whisper-hash=",
    "whisper-hash",
  ],
])("%s and %s link to the document's page in the console", async (submit, status, member) => {
  const headers = { "service-key": KEY };
  const submitted = await fetch(world.url + submit, { method: "POST", headers, body: A_PDF });
  const accepted: unknown = await submitted.json();
  const handle = String(Reflect.get(Object(accepted), member));
  const { id } = await world.application.jobs.find(world.caller, { handle });
  const link = `</console/documents/${id}>; rel="alternate"; type="text/html"`;
  expect([submitted.status, submitted.headers.get("link")]).toEqual([202, link]);
  const asked = await fetch(world.url + status + encodeURIComponent(handle), { headers });
  expect([asked.status, asked.headers.get("link")]).toEqual([200, link]);
});
