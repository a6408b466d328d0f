import { setTimeout as sleep } from "node:timers/promises";
import { isAlive } from "../../support/processes.ts";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startDeployment } from "../deployment.ts";
import { above, seconds, type Findings } from "../findings.ts";
import { longestOf, resumedAfter, startLoad } from "../load.ts";

const RECOVERY_MS = 10_000;
const WARM_UP_MS = 1500;
const LONGEST_WAIT_MS = 60_000;
const AT_ONCE = 3;

/** R07: the database is stopped under load and restarted after a while. */
export async function withDatabaseAway(milliseconds: number): Promise<Findings> {
  await using deployment = await startDeployment({ GALLEY_RETRIEVE_AGAIN_MINUTES: "10" });
  const [front, worker] = await Promise.all([deployment.start("serve"), deployment.start("work")]);
  const load = startLoad(() => [createRestClient(front)], AT_ONCE);
  await sleep(WARM_UP_MS);
  const refusedBefore = load.refused;
  await deployment.withoutDatabase(milliseconds);
  const back = performance.now();
  const refused = load.refused - refusedBefore;
  const readyAfter = await untilReady(front.url, back);
  for (let waited = 0; resumedAfter(load, back) === Infinity && waited < LONGEST_WAIT_MS; waited += 50) {
    await sleep(50);
  }
  const workAfter = resumedAfter(load, back);
  await load.stop();
  const living = [front, worker].every(({ pid }) => isAlive(pid));
  return {
    faults: [
      ...load.faults,
      ...(living ? [] : ["a process ended"]),
      ...(refused > 0 ? [] : ["no request got 503 with Retry-After"]),
      ...(load.broken === 0 ? [] : [`${load.broken} connections broke`]),
    ],
    slow: [
      ...above(RECOVERY_MS, readyAfter, "until it was ready again"),
      ...above(RECOVERY_MS, workAfter, "until a document was read again"),
    ],
    figures: [
      `away for ${seconds(milliseconds)}: ${refused} answers 503 with Retry-After, ${load.broken} broken connections`,
      `ready after ${seconds(readyAfter)}, the next document read after ${seconds(workAfter)}`,
      `${load.reads.length} documents, none lost, the slowest in ${seconds(longestOf(load))}`,
    ],
  };
}

async function untilReady(url: string, since: number): Promise<number> {
  while (performance.now() - since < LONGEST_WAIT_MS) {
    const answer = await fetch(`${url}/health/ready`);
    if (answer.ok) return performance.now() - since;
    await sleep(50);
  }
  return Infinity;
}
