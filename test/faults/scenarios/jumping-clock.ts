import { setTimeout as sleep } from "node:timers/promises";
import { createRestClient } from "../../support/clients/rest-client.ts";
import { startService } from "../../support/service.ts";
import { seconds, type Findings } from "../findings.ts";
import { longestOf, startLoad } from "../load.ts";

const DAY_MS = 86_400_000;
/** One day forward, two back and one forward again. */
const JUMPS = [DAY_MS, -2 * DAY_MS, DAY_MS];
const BETWEEN_MS = 1000;

/** Runs in the service: its clock jumps on a signal. */
const CLOCK = `
  const Clock = Date, jumps = ${JSON.stringify(JUMPS)};
  let ahead = 0;
  globalThis.Date = class Date extends Clock {
    constructor(...given) { if (given.length === 0) super(Clock.now() + ahead); else super(...given); }
    static now() { return Clock.now() + ahead; }
  };
  process.on("SIGUSR2", () => { ahead += jumps.shift() ?? 0; });
`;

/** The clock of the service jumps while documents are submitted; the clock of its database does not. */
export async function jumpClock(): Promise<Findings> {
  await using service = await startService({
    env: {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CLOCK)}`,
      GALLEY_RETRIEVE_AGAIN_MINUTES: "10",
      LOG_LEVEL: "error",
    },
  });
  const load = startLoad(() => [createRestClient(service)], 2);
  for (const _ of JUMPS) {
    await sleep(BETWEEN_MS);
    process.kill(service.pid, "SIGUSR2");
  }
  await sleep(BETWEEN_MS);
  await load.stop();
  return {
    faults: [...load.faults, ...(load.broken === 0 ? [] : [`${load.broken} connections broke`])],
    slow: [],
    figures: [
      `${JUMPS.length} jumps of a day or two: ${load.reads.length} documents, none lost, the slowest in ${seconds(longestOf(load))}`,
    ],
  };
}
