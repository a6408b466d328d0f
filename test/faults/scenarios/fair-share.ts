import { mapConcurrently } from "../../bench/measures/concurrency.ts";
import { textDocument } from "../../fixtures/long.ts";
import { createGraphqlClient } from "../../support/clients/graphql-client.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import type { RunningService } from "../../support/service.ts";
import { z } from "zod";
import { startDeployment } from "../deployment.ts";
import { seconds, type Findings } from "../findings.ts";

/** Documents that the small submitter sends at once. */
const FEW = 20;
const SUBMISSIONS_AT_ONCE = 8;
const SETTLE_MS = 600_000;
/** Maximum ratio of the small submitter's latency to its latency without load. */
const ALLOWED = 2;
const QUERY = { mode: "native_text" };

const issuedSchema = z.object({ createExtractionKey: z.object({ secret: z.string() }) });
const placesSchema = z.object({
  jobs: z.object({ nodes: z.array(z.object({ queuePosition: z.number().nullable() })) }),
});

/** One key has submitted many documents when another submits a few of the same size. */
export async function shareFairly({ many, pages }: { many: number; pages: number }): Promise<Findings> {
  await using deployment = await startDeployment();
  const front = await deployment.start("serve");
  const flood = createRestClient(front);
  const small = createRestClient({ url: front.url, serviceKey: await anotherKey(front) });
  const { bytes } = textDocument(pages);
  const alone = await deployment.start("work");
  await waitsOf(small, bytes);
  const waitsAlone = await waitsOf(small, bytes);
  await alone.stop();
  const at = performance.now();
  await mapConcurrently([...Array(many).keys()], SUBMISSIONS_AT_ONCE, () => flood.submit(bytes, QUERY));
  const accepted = performance.now() - at;
  await using _ = await deployment.start("work");
  const waits = await waitsOf(small, bytes);
  const last = await lastPlace(front);
  const [before, beside] = [p95(waitsAlone), p95(waits)];
  const share = beside / before;
  return {
    faults: [],
    slow: share <= ALLOWED ? [] : [`the small one waits ${share.toFixed(2)} times as long as alone`],
    figures: [
      `${many} documents of one key accepted in ${seconds(accepted)}; ${FEW} of another: p95 from submit to processed ${seconds(beside)}, alone ${seconds(before)}: ${share.toFixed(2)} times`,
      `then ${last} documents of the first are still waiting`,
    ],
  };
}

/** Latency of each of a few documents submitted together, in milliseconds. */
async function waitsOf(client: RestClient, bytes: Uint8Array): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: FEW }, async () => {
      const at = performance.now();
      await client.waitUntilSettled(await client.submit(bytes, QUERY), SETTLE_MS);
      return performance.now() - at;
    }),
  );
}

async function anotherKey({ url, accessToken }: RunningService): Promise<string> {
  const query =
    'mutation { createExtractionKey(input: {description: "the small one"}) { secret key { id } } }';
  const response = await fetch(`${url}/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${accessToken}` },
    body: JSON.stringify({ query }),
  });
  return z.object({ data: issuedSchema }).parse(await response.json()).data.createExtractionKey.secret;
}

/** The queue position of the first key's last document. */
async function lastPlace(service: RunningService): Promise<number> {
  const client = createGraphqlClient(service);
  const query = "{ jobs(first: 100, filter: {statuses: [ACCEPTED]}) { nodes { queuePosition } } }";
  const { jobs } = await client.read(placesSchema, query);
  return Math.max(0, ...jobs.nodes.map(({ queuePosition }) => queuePosition ?? 0));
}

function p95(waits: readonly number[]): number {
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}
