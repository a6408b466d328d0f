import { setTimeout as sleep } from "node:timers/promises";
import { startObjectServer } from "../../support/servers/object-server.ts";
import { createRestClient, type RestClient } from "../../support/clients/rest-client.ts";
import type { RunningService } from "../../support/service.ts";
import { startDeployment, type Role } from "../deployment.ts";
import { above, seconds, type Findings } from "../findings.ts";
import { longestOf, startLoad } from "../load.ts";

const NOT_READY_MS = 1000;
const EXIT_MS = 30_000;
/** How often readiness is polled, like a load balancer does. */
const LOOK_MS = 50;
const AT_ONCE = 4;
const ROLES: readonly Role[] = ["serve", "work"];

interface Replica {
  readonly service: RunningService;
  readonly client: RestClient;
  ready: boolean;
}

interface Restart {
  readonly notReadyAfter: number;
  readonly exitAfter: number;
  readonly exitCode: number | null;
}

/**
 * R06: many replicas are restarted one after the other without a lost document or an error that a client
 * sees. Clients use the replicas that report ready, as behind a load balancer.
 *
 * @param env of object storage, if it is not a folder.
 */
export async function restartAll(
  replicas: number,
  env: Readonly<Record<string, string>> = {},
): Promise<Findings> {
  await using deployment = await startDeployment({ GALLEY_RETRIEVE_AGAIN_MINUTES: "10", ...env });
  const start = async (role: Role): Promise<Replica> => {
    const service = await deployment.start(role);
    return { service, client: createRestClient(service), ready: true };
  };
  const groups = new Map<Role, Replica[]>();
  for (const role of ROLES) {
    groups.set(role, await Promise.all(Array.from({ length: replicas }, () => start(role))));
  }
  const serving = groups.get("serve") ?? [];
  using _ = watchReadiness(serving);
  const load = startLoad(() => serving.filter(({ ready }) => ready).map(({ client }) => client), AT_ONCE);
  const restarts: Restart[] = [];
  for (const [role, group] of groups) {
    for (const replica of group.slice(0, replicas)) {
      // The new replica first, so that one is always ready.
      group.push(await start(role));
      restarts.push(await stopped(replica));
      group.splice(group.indexOf(replica), 1);
    }
  }
  await load.stop();
  const notReady = Math.max(...restarts.map(({ notReadyAfter }) => notReadyAfter));
  const exit = Math.max(...restarts.map(({ exitAfter }) => exitAfter));
  return {
    faults: [
      ...load.faults,
      ...(load.broken + load.refused > 0
        ? [`callers met ${load.broken} broken, ${load.refused} refused`]
        : []),
      ...restarts.flatMap(({ exitCode }) => (exitCode === 0 ? [] : [`one ended with ${exitCode}`])),
    ],
    slow: [
      ...above(NOT_READY_MS, notReady, "until it said that it is not ready"),
      ...above(EXIT_MS, exit, "until it was gone"),
    ],
    figures: [
      `${restarts.length} processes restarted, ${load.reads.length} documents, the slowest in ${seconds(longestOf(load))}`,
      `not ready after ${Math.round(notReady)} ms at most, gone after ${seconds(exit)} at most`,
      `errors that a caller saw: ${load.broken + load.refused + load.faults.length}`,
    ],
  };
}

/** The same, with the documents in an S3 store. */
export async function restartAllOverS3(replicas: number): Promise<Findings> {
  await using server = await startObjectServer();
  await server.makeBucket("documents");
  return await restartAll(replicas, {
    GALLEY_OBJECTS: "s3://documents/galley",
    AWS_ENDPOINT_URL: `http://127.0.0.1:${server.port}`,
    AWS_REGION: "us-east-1",
    AWS_ACCESS_KEY_ID: server.key,
    AWS_SECRET_ACCESS_KEY: server.secret,
  });
}

/** Stops it while it is working, like a container scheduler does. */
async function stopped(replica: Replica): Promise<Restart> {
  const { service } = replica;
  const at = performance.now();
  const ending = service.stop("SIGTERM");
  let notReadyAfter = Infinity;
  while (notReadyAfter === Infinity) {
    if ((await readiness(service)) !== 200) notReadyAfter = performance.now() - at;
    else await sleep(LOOK_MS / 5);
  }
  replica.ready = false;
  const { exitCode } = await ending;
  return { notReadyAfter, exitAfter: performance.now() - at, exitCode };
}

function watchReadiness(replicas: readonly Replica[]): Disposable {
  const look = (): void => {
    for (const replica of replicas) {
      void readiness(replica.service).then((status) => (replica.ready = status === 200));
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The status of the response; 0 if there is none. */
async function readiness({ url }: RunningService): Promise<number> {
  try {
    const answer = await fetch(`${url}/health/ready`);
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}
