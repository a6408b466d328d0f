/**
 * Many results on their way to a target that often fails, with a crash of the service in the middle: each
 * must end delivered or given up, with its attempts as documented. Takes some minutes.
 *
 * node test/faults/webhooks.ts [results]
 */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { letter } from "../fixtures/business.ts";
import { createGraphqlClient } from "../support/clients/graphql-client.ts";
import { createRestClient } from "../support/clients/rest-client.ts";
import { startService, type RunningService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { RETRY_AFTER_SECONDS, startFlakyTarget, type MetResult } from "./flaky-target.ts";

const RESULTS = Number(process.argv[2] ?? 1000);
const WEBHOOKS = Array.from({ length: 8 }, (_, index) => `flaky-${index}`);
const RETRY_SECONDS = [1, 2, 4];
/** The shortest delay that jitter makes of a second, minus the transfer time of a message. */
const SHORTEST = 0.8;
const ON_THE_WAY_MS = 100;
const SUBMISSIONS_AT_ONCE = 8;
const SETTLE_TIMEOUT_MS = 15 * 60_000;

const env = {
  GALLEY_OUTBOUND_ALLOW: "127.0.0.0/8",
  GALLEY_WEBHOOK_RETRIES: RETRY_SECONDS.join(","),
  LOG_LEVEL: "error",
};

const webhooksSchema = z.object({ webhooks: z.array(z.object({ signingSecret: z.string() })) });
const jobsSchema = z.object({
  jobs: z.object({
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullable() }),
    nodes: z.array(
      z.object({
        handle: z.string(),
        status: z.string(),
        deliveries: z.array(z.object({ state: z.string(), attemptsMade: z.number() })),
      }),
    ),
  }),
});
type ListedJob = z.infer<typeof jobsSchema>["jobs"]["nodes"][number];

await using folder = temporaryFolder();
await using target = await startFlakyTarget(7);
const started = Date.now();
await using first = await startService({ env, dataDir: folder.path });
await register(first);
const submitted = await submitAll(first);
await until(() => target.results.length > RESULTS / 3);
const metBeforeCrash = target.results.length;
await first.kill9();
await using second = await startService({ env, dataDir: folder.path });
const jobs = await settled(second);

const faults = [...faultsOfOutcomes(jobs), ...faultsOfMessages(target.results)];
report(jobs);
for (const fault of faults.slice(0, 50)) console.log(`FAULT  ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function register(service: RunningService): Promise<void> {
  const client = createRestClient(service);
  for (const name of WEBHOOKS) {
    const body = JSON.stringify({ url: target.url, auth_token: "", webhook_name: name });
    const { status } = await client.request("/whisper-manage-callback", { method: "POST", body });
    if (status !== 201) throw new Error(`The webhook ${name} was not registered: ${status}.`);
  }
  const graphql = createGraphqlClient(service);
  const { webhooks } = await graphql.read(webhooksSchema, "{ webhooks { signingSecret } }");
  target.begin(webhooks.map(({ signingSecret }) => signingSecret));
}

async function submitAll(service: RunningService): Promise<readonly string[]> {
  const client = createRestClient(service);
  const { bytes } = letter();
  const hashes: string[] = [];
  let next = 0;
  const submitSome = async (): Promise<void> => {
    for (let index = next++; index < RESULTS; index = next++) {
      const name = WEBHOOKS[index % WEBHOOKS.length] ?? "";
      hashes.push(await client.submit(bytes, { mode: "native_text", use_webhook: name }));
    }
  };
  await Promise.all(Array.from({ length: SUBMISSIONS_AT_ONCE }, submitSome));
  return hashes;
}

async function until(isSo: () => boolean): Promise<void> {
  for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < deadline; await sleep(20)) {
    if (isSo()) return;
  }
  throw new Error("It took too long.");
}

async function settled(service: RunningService): Promise<readonly ListedJob[]> {
  for (const deadline = Date.now() + SETTLE_TIMEOUT_MS; Date.now() < deadline; await sleep(2000)) {
    const listed = await allJobs(service);
    const open = listed.filter(({ deliveries }) => deliveries.every(({ state }) => state === "PENDING"));
    if (open.length === 0) return listed;
  }
  throw new Error("Some deliveries are still pending.");
}

async function allJobs(service: RunningService): Promise<readonly ListedJob[]> {
  const graphql = createGraphqlClient(service);
  const query = `query ($after: String) { jobs(first: 100, after: $after) {
    pageInfo { hasNextPage endCursor } nodes { handle status deliveries { state attemptsMade } }
  } }`;
  const all: ListedJob[] = [];
  for (let after: string | null = null; ;) {
    const { jobs: part }: z.infer<typeof jobsSchema> = await graphql.read(jobsSchema, query, { after });
    all.push(...part.nodes);
    after = part.pageInfo.endCursor;
    if (!part.pageInfo.hasNextPage) return all;
  }
}

function* faultsOfOutcomes(listed: readonly ListedJob[]): Generator<string> {
  const met = Map.groupBy(target.results, ({ handle }) => handle);
  const known = new Set(listed.map(({ handle }) => handle));
  for (const hash of submitted) if (!known.has(hash)) yield `the job ${hash} is gone`;
  for (const job of listed) yield* faultsOfJob(job, met.get(job.handle) ?? []);
}

function* faultsOfJob(
  { handle, status, deliveries }: ListedJob,
  met: readonly MetResult[],
): Generator<string> {
  const taken = met.some(({ mood }) => mood === "taken");
  const [delivery] = deliveries;
  const attempts = delivery?.attemptsMade ?? 0;
  if (status !== "PROCESSED") yield `${handle} is ${status}`;
  if (deliveries.length !== 1) yield `${handle} has ${deliveries.length} deliveries`;
  if (delivery?.state === "DELIVERED" && !taken) yield `${handle} is said to be delivered and was not taken`;
  if (delivery?.state === "GIVEN_UP" && attempts !== RETRY_SECONDS.length + 1) {
    yield `${handle} was given up after ${attempts} attempts`;
  }
  if (met.length < attempts) yield `${handle} has attempts that the target did not receive`;
}

function* faultsOfMessages(results: readonly MetResult[]): Generator<string> {
  for (const { handle, verified } of results) if (!verified) yield `a message of ${handle} does not verify`;
  for (const [handle, messages] of Map.groupBy(results, (result) => result.handle)) {
    if (new Set(messages.map(({ messageId }) => messageId)).size !== 1) yield `${handle} has several ids`;
    for (const [index, { at, mood }] of messages.slice(0, -1).entries()) {
      const spacing = (messages[index + 1]?.at ?? 0) - at;
      if (mood === "taken") continue;
      if (spacing < leastSpacingMs(mood, index)) yield `${handle} came again after ${spacing} ms (${mood})`;
    }
  }
}

/** A repetition after the crash may shift the schedule, but never below its first entry. */
function leastSpacingMs(mood: MetResult["mood"], index: number): number {
  const patience = mood === "busy" ? RETRY_AFTER_SECONDS : 0;
  const scheduled = (RETRY_SECONDS[Math.max(0, index - 1)] ?? 0) * SHORTEST;
  return Math.max(patience, scheduled) * 1000 - ON_THE_WAY_MS;
}

function report(listed: readonly ListedJob[]): void {
  const states = Map.groupBy(listed, ({ deliveries }) => deliveries[0]?.state ?? "NONE");
  const byHandle = [...Map.groupBy(target.results, ({ handle }) => handle).values()];
  const twice = byHandle.filter((ones) => ones.filter(({ mood }) => mood === "taken").length > 1);
  const moods = Map.groupBy(target.results, ({ mood }) => mood);
  const counts = (groups: Map<string, readonly unknown[]>): string =>
    [...groups].map(([name, ones]) => `${name} ${ones.length}`).join(", ");
  console.log(
    `${listed.length} results in ${Math.round((Date.now() - started) / 1000)} s: ${counts(states)}`,
  );
  console.log(`${target.results.length} messages, ${metBeforeCrash} before the crash: ${counts(moods)}`);
  console.log(`taken twice, because the crash lost the answer: ${twice.length}`);
  console.log(`faults: ${faults.length}`);
}
