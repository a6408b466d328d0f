import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// Threads and processes of the tests load the same sources again and again: a fifth of their CPU time.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/compiled", import.meta.url));

const shared = {
  // graphql 16 ships CommonJS and ESM side by side; Node loads the former, so tests must too.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  ssr: { resolve: { conditions: ["galley-source"] } },
};

/**
 * Limits are of elapsed time: on a machine that is busy elsewhere everything takes several times as long. Vitest itself
 * polls for one second.
 */
const patience = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 20_000, interval: 100 } },
};

/**
 * Tests of queues, crashes and restarts wait for real processes: on a machine that is busy elsewhere one of many may
 * wait beyond its time. What fails twice is broken. Pure code has no such excuse.
 */
const RETRIES = 1;
const PURE: ReadonlySet<string> = new Set(["core", "pool", "fields", "rest-compat", "console"]);

/** Short-lived objects of large documents are collected less often: a quarter of the CPU time of such tests. */
const ROOMY = { execArgv: ["--max-semi-space-size=64"] };

/** Threads and processes are counted, and the memory of a worker. */
const POOL = "packages/core/src/extraction/pool/**/*.test.ts";

const packages = ["core", "pool", "fields", "rest-compat", "gateway", "console"].map((name) => ({
  ...shared,
  test: {
    ...patience,
    ...(name !== "pool" && ROOMY),
    name,
    include: [name === "pool" ? POOL : `packages/${name}/src/**/*.test.ts`],
    exclude: name === "core" ? [POOL] : [],
    globalSetup: name === "gateway" ? ["packages/gateway/src/persistence/testing/throwaway-cluster.ts"] : [],
    retry: PURE.has(name) ? 0 : RETRIES,
    // Files share workers, and with them what they import, which takes longer than most of them.
    isolate: name === "pool",
  },
}));

const crossing = ["contract", "e2e", "golden"].map((name) => ({
  ...shared,
  test: {
    ...patience,
    ...ROOMY,
    name,
    include: [`test/${name}/**/*.test.ts`],
    globalSetup: name === "golden" ? [] : ["test/support/database-template.ts"],
    retry: RETRIES,
    isolate: false,
  },
}));

const json = ["json", { outputFile: ".reports/tests.json" }] as const;

export default defineConfig({
  test: {
    projects: [...packages, ...crossing],
    reporters: ["default", json],
    // Many wait for others: a schedule, a retry, a process that starts. One worker more than cores, and no core waits with them.
    maxWorkers: availableParallelism() + 1,
  },
});
