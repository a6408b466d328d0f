import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { letter } from "../../fixtures/business.ts";
import { callManagement } from "../../support/clients/management-client.ts";
import { runOf } from "../../support/pipelines.ts";
import { startService, type RunningService } from "../../support/service.ts";
import { startWebhookReceiver, type WebhookReceiver } from "../../support/servers/webhook-receiver.ts";

const running = new AsyncDisposableStack();
let service: RunningService;
let receiver: WebhookReceiver;

beforeAll(async () => {
  receiver = running.use(await startWebhookReceiver());
  service = running.use(await startService({ env: { GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8" } }));
});
afterAll(() => running.disposeAsync());

const idSchema = z.object({ id: z.string() });
const endsSchema = z.object({ results: z.array(idSchema) });

async function made(path: string, body: object): Promise<string> {
  return idSchema.parse((await callManagement(service, `POST /${path}/`, body)).json).id;
}

/** A pipeline to which files are posted, with notifications of both platforms. */
async function postedPipeline(): Promise<{ readonly id: string; readonly key: string }> {
  const workflow = await made("workflow", { workflow_name: "posted" });
  const { json } = await callManagement(service, `GET /workflow/endpoint/?workflow=${workflow}`);
  for (const { id } of endsSchema.parse(json).results) {
    await callManagement(service, `PATCH /workflow/endpoint/${id}/`, { connection_type: "API" });
  }
  const id = await made("pipeline", { pipeline_name: "posted", workflow });
  for (const platform of ["API", "SLACK"]) {
    await made("notifications", { name: platform, url: receiver.url, pipeline: id, platform });
  }
  const keys = await callManagement(service, `GET /api/keys/pipeline/${id}/`);
  return { id, key: z.array(z.object({ api_key: z.string() })).parse(keys.json)[0]?.api_key ?? "" };
}

test("a run of which some files failed has only documented words over REST and in notifications", async () => {
  const { id, key } = await postedPipeline();
  const form = new FormData();
  form.append("files", new Blob([Buffer.from(letter().bytes)]), "letter.pdf");
  form.append("files", new Blob(["%PDF-1.7 damaged"]), "damaged.pdf");
  form.append("timeout", "0");
  const headers = { authorization: `Bearer ${key}` };
  const address = `${service.url}/deployment/pipeline/api/default/${id}/`;
  const posted = await fetch(address, { method: "POST", headers, body: form });
  const started = z
    .object({ message: z.object({ execution_id: z.string() }) })
    .parse(await posted.json()).message;
  const run = started.execution_id;
  await expect.poll(async () => (await runOf(service, run)).status, { timeout: 60_000 }).toBe("PARTIAL");

  const answers = await Promise.all(
    (
      [
        `GET /pipeline/${id}/`,
        "GET /pipeline/",
        "GET /pipeline/?search=posted",
        `GET /pipeline/${id}/executions/`,
        `GET /pipeline/${id}/executions/?start_date=2020-01-01T00:00:00Z&end_date=2099-01-01T00:00:00Z`,
      ] as const
    ).map((call) => callManagement(service, call)),
  );
  for (const { status, json } of answers) {
    expect(status).toBe(200);
    expect(JSON.stringify(json)).not.toMatch(/partial/iu);
  }
  const [pipeline, listed, , executions] = answers;
  expect(pipeline?.at("last_run_status")).toBe("SUCCESS");
  expect(pipeline?.at("last_5_run_statuses")).toEqual([expect.objectContaining({ status: "COMPLETED" })]);
  expect(listed?.at("results", 0, "last_run_status")).toBe("SUCCESS");
  expect(executions?.at("results", 0)).toMatchObject({
    status: "COMPLETED",
    successful_files: 1,
    failed_files: 1,
  });

  const result = await fetch(`${address}?execution_id=${run}`, { headers });
  const text = await result.text();
  expect(text).not.toMatch(/partial/iu);
  expect(JSON.parse(text)).toMatchObject({ status: "COMPLETED" });

  await expect.poll(() => receiver.messages.length, { timeout: 30_000 }).toBe(2);
  const bodies = receiver.messages.map(({ body }) => body);
  expect(bodies.join("\n")).not.toMatch(/partial/iu);
  expect(bodies.map((body) => JSON.parse(body))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ status: "SUCCESS", is_failure: false }),
      { text: expect.stringMatching(/^Pipeline posted: SUCCESS\. 1 of 2 files were processed, 1 failed\./u) },
    ]),
  );
});
