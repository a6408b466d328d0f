import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const shared = {
  // graphql 16 ships CommonJS and ESM side by side; Node loads the former, so tests must too.
  resolve: { alias: [{ find: /^graphql$/, replacement: "graphql/index.js" }] },
  ssr: { resolve: { conditions: ["galley-source"] } },
};

/**
 * Tests of queues, crashes and restarts wait for real processes: on a machine that is busy elsewhere one of many may
 * wait beyond its time. What fails twice is broken.
 */
const RETRIES = 1;

const packages = ["core", "rest-compat", "gateway", "console"].map((name) => ({
  ...shared,
  test: {
    name,
    include: [`packages/${name}/src/**/*.test.ts`],
    globalSetup: name === "gateway" ? ["packages/gateway/src/persistence/testing/throwaway-cluster.ts"] : [],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    retry: RETRIES,
  },
}));

const crossing = ["contract", "e2e", "golden"].map((name) => ({
  ...shared,
  test: {
    name,
    include: [`test/${name}/**/*.test.ts`],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    retry: RETRIES,
  },
}));

const json = ["json", { outputFile: ".reports/tests.json" }] as const;

export default defineConfig({
  test: {
    projects: [...packages, ...crossing],
    reporters: ["default", json],
    // Many wait for others: a schedule, a retry, a process that starts. One worker would wait with them.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
