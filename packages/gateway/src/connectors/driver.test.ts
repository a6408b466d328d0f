import type { TestStep } from "@galley/core/domain";
import { expect, test } from "vitest";
import { z } from "zod";
import { azureBlobConnector } from "./azure-blob/azure-blob-connector.ts";
import { connectionSteps } from "./connection-test.ts";
import { defineConnector } from "./define-connector.ts";
import { driver } from "./driver.ts";
import { loopbackDependencies } from "./testing/loopback-network.ts";

const MISSING = "@galley/a-package-that-is-not-installed";

test("the test of a connection names the package that is missing", async () => {
  const connector = defineConnector({
    kind: azureBlobConnector.kind,
    listed: false,
    settings: z.strictObject({}),
    place: () => undefined,
    open: () => driver(MISSING, () => import(MISSING)),
  });
  const steps: TestStep[] = [];
  const context = { signal: new AbortController().signal };
  for await (const step of connectionSteps(connector, {}, loopbackDependencies(), context)) steps.push(step);
  expect(steps).toMatchObject([
    {
      ok: false,
      failure: "DRIVER_MISSING",
      message: `This connector needs the package ${MISSING}. Install it, for example with npm install ${MISSING}.`,
    },
  ]);
});
