/**
 * The service under faults, each suite with its results. Names of suites select some of them; `--short` makes
 * them short.
 *
 * node test/faults/run.ts [suite…] [--short]
 */
import { parseArgs } from "node:util";
import { askAbsurdly } from "./scenarios/absurd-requests.ts";
import { readAmongBad } from "./scenarios/bad-documents.ts";
import { withDatabaseAway } from "./scenarios/database-away.ts";
import { fillDisk } from "./scenarios/disk-full.ts";
import { shareFairly } from "./scenarios/fair-share.ts";
import type { Findings } from "./findings.ts";
import { openHalf } from "./scenarios/half-open.ts";
import { jumpClock } from "./scenarios/jumping-clock.ts";
import { killProcesses } from "./scenarios/killed.ts";
import { sendOddBodies } from "./scenarios/odd-bodies.ts";
import { restartAllOverS3 } from "./scenarios/rolling-restart.ts";
import { killSchedulers } from "./scenarios/schedulers.ts";

interface Suite {
  readonly name: string;
  readonly title: string;
  run(short: boolean): Promise<Findings>;
}

const SUITES: readonly Suite[] = [
  { name: "bad", title: "R04 bad documents", run: (short) => readAmongBad(short ? 20 : 200) },
  { name: "killed", title: "R05 kill -9", run: (short) => killProcesses(short ? 4 : 24) },
  {
    name: "restart",
    title: "R06 SIGTERM, one after the other",
    run: (short) => restartAllOverS3(short ? 1 : 2),
  },
  {
    name: "database",
    title: "R07 the database is away",
    run: (short) => withDatabaseAway(short ? 2000 : 20_000),
  },
  { name: "disk", title: "the disk is full", run: () => fillDisk() },
  { name: "half-open", title: "half-open connections", run: (short) => openHalf(short ? 100 : 2000, !short) },
  { name: "clock", title: "the clock jumps", run: () => jumpClock() },
  {
    name: "fair",
    title: "a fair share",
    run: (short) => shareFairly(short ? { many: 150, pages: 10 } : { many: 10_000, pages: 1 }),
  },
  { name: "bodies", title: "R18 odd bodies", run: (short) => sendOddBodies(short ? 40 : 200) },
  {
    name: "schedulers",
    title: "R23 schedulers are killed",
    run: (short) => killSchedulers(short ? 1 : 10),
  },
  { name: "requests", title: "R20 absurd requests", run: (short) => askAbsurdly(short ? 5 : 30) },
];

const { values, positionals } = parseArgs({
  options: { short: { type: "boolean", default: false } },
  allowPositionals: true,
});
for (const suite of SUITES) {
  const { name, title } = suite;
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  console.log(`\n${title}`);
  const { faults, slow, figures } = await suite.run(values.short);
  for (const figure of figures) console.log(`  ${figure}`);
  for (const one of slow) console.log(`  SLOW   ${one}`);
  for (const fault of faults.slice(0, 20)) console.log(`  FAULT  ${fault}`);
  if (faults.length + slow.length > 0) process.exitCode = 1;
}
