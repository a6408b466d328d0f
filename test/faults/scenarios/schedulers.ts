import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { callManagement } from "../../support/clients/management-client.ts";
import type { RunningService } from "../../support/service.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { startDeployment } from "../deployment.ts";
import type { Findings } from "../findings.ts";

const LOCAL = "localstorage|ded5e7f0-f527-416d-8d4a-19f559bd6da5";
const REPLICAS = 3;
const PIPELINES = 20;
const MINUTE_MS = 60_000;
/** Kills are at a random instant within this time before or after the minute. */
const AROUND_MS = 1500;
/** A check that a killed replica had taken is retried after 10 seconds. */
const LATE_MS = 30_000;

/** R23: replicas that start scheduled runs, one of which is killed around each minute. */
export async function killSchedulers(minutes: number): Promise<Findings> {
  await using files = temporaryFolder();
  const env = { GALLEY_MIN_SCHEDULE_SECONDS: "60", GALLEY_LOCAL_ROOTS: files.path };
  await using deployment = await startDeployment(env);
  const server = await deployment.start("serve");
  const replicas = await Promise.all(Array.from({ length: REPLICAS }, () => deployment.start("work")));
  const workflow = await emptyWorkflow(server, files.path);
  for (let k = 0; k < PIPELINES; k += 1) {
    await made(server, "pipeline", {
      pipeline_name: `Pipeline ${k}`,
      workflow,
      cron_string: "* * * * *",
      allow_overlap: true,
    });
  }

  const first = nextMinute();
  for (let k = 0; k < minutes; k += 1) {
    const minute = first + k * MINUTE_MS;
    await sleep(Math.max(0, minute + AROUND_MS * (2 * Math.random() - 1) - Date.now()));
    const victim = replicas.shift();
    await victim?.kill9();
    replicas.push(await deployment.start("work"));
  }
  await sleep(first + (minutes - 1) * MINUTE_MS + LATE_MS - Date.now());

  const wanted = Array.from({ length: minutes }, (_, k) => new Date(first + k * MINUTE_MS).toISOString());
  const all = await slotsOf(server);
  const faults = [...all].flatMap(([pipeline, slots]) =>
    wanted.flatMap((slot) => {
      const times = slots.filter((one) => one === slot).length;
      return times === 1 ? [] : [`${pipeline} ran ${times} times at ${slot}`];
    }),
  );
  if (all.size !== PIPELINES) faults.push(`there are ${all.size} pipelines`);
  return {
    faults,
    slow: [],
    figures: [
      `${REPLICAS} schedulers, ${minutes} killed, one around each minute: ${PIPELINES * minutes - faults.length} of ${PIPELINES * minutes} slots ran once`,
    ],
  };
}

/** The start of the next minute that leaves time for the kill before it. */
function nextMinute(): number {
  return MINUTE_MS * Math.ceil((Date.now() + 2 * AROUND_MS) / MINUTE_MS);
}

/** Between two empty folders. */
async function emptyWorkflow(service: RunningService, root: string): Promise<string> {
  for (const folder of ["in", "out"]) await mkdir(join(root, folder));
  const connector = await made(service, "connector", {
    connector_id: LOCAL,
    connector_name: "folders",
    connector_metadata: { connectorName: "folders", path: root },
  });
  const workflow = await made(service, "workflow", { workflow_name: "empty" });
  const { json } = await callManagement(service, `GET /workflow/endpoint/?workflow=${workflow}`);
  for (const { id, endpoint_type } of endsSchema.parse(json).results) {
    const configuration = endpoint_type === "SOURCE" ? { folders: ["in"] } : { folder: "out" };
    const body = { connection_type: "FILESYSTEM", connector_instance_id: connector, configuration };
    await callManagement(service, `PATCH /workflow/endpoint/${id}/`, body);
  }
  return workflow;
}

const endsSchema = z.object({
  results: z.array(z.object({ id: z.string(), endpoint_type: z.enum(["SOURCE", "DESTINATION"]) })),
});

async function made(service: RunningService, path: string, body: object): Promise<string> {
  const { status, json } = await callManagement(service, `POST /${path}/`, body);
  if (status !== 201) throw new Error(`${path} responded with ${status}: ${JSON.stringify(json)}`);
  return z.object({ id: z.string() }).parse(json).id;
}

const slotsSchema = z.object({
  data: z.object({
    pipelines: z.object({
      nodes: z.array(
        z.object({
          name: z.string(),
          runs: z.object({ nodes: z.array(z.object({ slot: z.iso.datetime() })) }),
        }),
      ),
    }),
  }),
});

/** The slots of the runs of each pipeline. */
async function slotsOf({
  url,
  accessToken,
}: RunningService): Promise<ReadonlyMap<string, readonly string[]>> {
  const query = "{ pipelines(first: 50) { nodes { name runs(first: 100) { nodes { slot } } } } }";
  const answer = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query }),
  });
  const { pipelines } = slotsSchema.parse(await answer.json()).data;
  return new Map(
    pipelines.nodes.map(({ name, runs }) => [
      name,
      runs.nodes.map(({ slot }) => new Date(slot).toISOString()),
    ]),
  );
}
