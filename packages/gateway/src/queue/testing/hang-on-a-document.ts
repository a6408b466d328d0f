import { pino } from "pino";
import { startExtractionWorkers } from "../workers/extraction-workers.ts";
import { openBoss } from "../open-boss.ts";

/** A worker that takes a document, prints its id and hangs until it is killed. */
const [, , url = ""] = process.argv;
const boss = await openBoss(url, pino({ level: "silent" }));
await startExtractionWorkers({
  boss,
  concurrency: 1,
  async run(jobId) {
    process.stdout.write(`${jobId}\n`);
    await new Promise(() => undefined);
  },
  fetch: async () => undefined,
  giveUp: async () => undefined,
});
