import { setTimeout as sleep } from "node:timers/promises";
import { extractionHosts } from "../../support/extraction-hosts.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import type { RunningService } from "../../support/service.ts";
import { startDeployment, type Deployment, type Role } from "../deployment.ts";
import { above, seconds, type Findings } from "../findings.ts";
import { longestOf, resumedAfter, startLoad } from "../load.ts";

const VICTIMS = ["worker", "database backend", "server", "extraction host"] as const;
type Victim = (typeof VICTIMS)[number];

const RESUME_MS = 30_000;
const STUCK_MS = 60_000;
/** Maximum pause between two kills, besides the restart of a process. */
const LONGEST_PAUSE_MS = 4000;
/** No further kill until work is seen again. */
const CALM_MS = 45_000;
const AT_ONCE = 4;

/** R05: processes are killed one after the other at random instants while documents are submitted. */
export async function killProcesses(kills: number): Promise<Findings> {
  await using deployment = await startDeployment({ GALLEY_RETRIEVE_AGAIN_MINUTES: "10" });
  const running = new Map<Role, RunningService>();
  const clients = new Map<Role, RestClient>();
  const start = async (role: Role): Promise<void> => {
    const service = await deployment.start(role);
    running.set(role, service);
    if (role === "serve") clients.set(role, createRestClient(service));
  };
  await Promise.all([start("serve"), start("work")]);
  const load = startLoad(() => [...clients.values()], AT_ONCE);
  const resumed: { readonly victim: Victim; readonly after: number }[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const victim = VICTIMS[kill % VICTIMS.length] ?? "server";
    await sleep(Math.random() * LONGEST_PAUSE_MS);
    const at = performance.now();
    await killOne(victim, { running, deployment, start });
    for (let waited = 0; resumedAfter(load, at) === Infinity && waited < CALM_MS; waited += 50)
      await sleep(50);
    resumed.push({ victim, after: resumedAfter(load, at) });
  }
  await load.stop();
  const slowest = VICTIMS.map((victim) => {
    const all = resumed.filter((one) => one.victim === victim).map(({ after }) => after);
    return { victim, after: Math.max(0, ...all) };
  });
  return {
    faults: load.faults,
    slow: [
      ...above(STUCK_MS, longestOf(load), "the slowest document"),
      ...slowest.flatMap(({ victim, after }) =>
        above(RESUME_MS, after, `work after the end of the ${victim}`),
      ),
    ],
    figures: [
      `${kills} kills, ${load.reads.length} documents accepted, the slowest in ${seconds(longestOf(load))}`,
      `work went on after ${slowest.map(({ victim, after }) => `${seconds(after)} (${victim})`).join(", ")}`,
      `callers met ${load.broken} broken connections and ${load.refused} times 503 with Retry-After`,
    ],
  };
}

interface Scene {
  readonly running: ReadonlyMap<Role, RunningService>;
  readonly deployment: Deployment;
  readonly start: (role: Role) => Promise<void>;
}

async function killOne(victim: Victim, { running, deployment, start }: Scene): Promise<void> {
  if (victim === "server" || victim === "worker") {
    const role = victim === "server" ? "serve" : "work";
    await running.get(role)?.kill9();
    await start(role);
    return;
  }
  const worker = running.get("work");
  const pids =
    victim === "extraction host"
      ? (worker ? extractionHosts(worker) : []).map(({ pid }) => pid)
      : await deployment.backends();
  const pid = pids[Math.floor(Math.random() * pids.length)];
  if (pid !== undefined) process.kill(pid, "SIGKILL");
}
