import { freePort } from "galley/testing";
import { expect, test } from "vitest";
import { startService } from "../../support/service.ts";

test("GALLEY_METRICS_PORT moves only the metrics to that port", async () => {
  const port = await freePort();
  await using service = await startService({ env: { GALLEY_METRICS_PORT: `${port}` } });
  const status = async (url: string): Promise<number> => (await fetch(url)).status;
  const notFound = async (base: string, paths: readonly string[]): Promise<void> => {
    const statuses = await Promise.all(paths.map(async (path) => [path, await status(base + path)]));
    expect(statuses).toEqual(paths.map((path) => [path, 404]));
  };
  await notFound(service.url, ["/metrics", "/METRICS", "/metrics/", "//metrics", "/%6detrics"]);
  const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(metrics.status).toBe(200);
  expect(await metrics.text()).toContain('route="(unknown)",status="404"');
  expect(await status(`http://127.0.0.1:${port}/health/live`)).toBe(200);
  await notFound(`http://127.0.0.1:${port}`, ["/api/v2/whisper", "/graphql", "/openapi.json", "/console/"]);
});
