import { beforeAll, describe, expect, test } from "vitest";
import type { Clause } from "./clause.ts";
import { AUTHENTICATION } from "./clauses/authentication.ts";
import { CONNECTOR_KINDS } from "./clauses/management/connector-kinds.ts";
import { CONNECTORS } from "./clauses/management/connectors.ts";
import { DETAIL } from "./clauses/version-2/detail.ts";
import { EXECUTIONS, PUBLIC_PIPELINES } from "./clauses/management/executions.ts";
import { HIGHLIGHTS } from "./clauses/version-2/highlights.ts";
import { HTTP } from "./clauses/http.ts";
import { IDEMPOTENCY } from "./clauses/version-2/idempotency.ts";
import { LINE_OPTIONS } from "./clauses/version-2/line-options.ts";
import { MODE_OPTIONS } from "./clauses/version-2/mode-options.ts";
import { PARAMETERS } from "./clauses/version-2/parameters.ts";
import { PIPELINE_BODIES } from "./clauses/management/pipeline-bodies.ts";
import { PIPELINE_KEYS } from "./clauses/management/pipeline-keys.ts";
import { PIPELINES } from "./clauses/management/pipelines.ts";
import { RETRIEVE } from "./clauses/version-2/retrieve.ts";
import { STATUS } from "./clauses/version-2/status.ts";
import { SUBMIT } from "./clauses/version-2/submit.ts";
import { URLS } from "./clauses/version-2/urls.ts";
import { USAGE } from "./clauses/version-2/usage.ts";
import { VERSION_1 } from "./clauses/version-1/requests.ts";
import { VERSION_1_HIGHLIGHTS } from "./clauses/version-1/highlights.ts";
import { WEBHOOKS } from "./clauses/version-2/webhooks.ts";
import { WORKFLOWS } from "./clauses/management/workflows.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { startSubject } from "./subject.ts";

const AREAS: Readonly<Record<string, readonly Clause[]>> = {
  authentication: AUTHENTICATION,
  submit: SUBMIT,
  "documents by URL": URLS,
  parameters: PARAMETERS,
  "parameters of lines": LINE_OPTIONS,
  "parameters that act in some modes": MODE_OPTIONS,
  status: STATUS,
  retrieve: RETRIEVE,
  highlights: HIGHLIGHTS,
  detail: DETAIL,
  webhooks: WEBHOOKS,
  usage: USAGE,
  idempotency: IDEMPOTENCY,
  HTTP,
  "version 1": VERSION_1,
  "version 1, highlights": VERSION_1_HIGHLIGHTS,
  pipelines: PIPELINES,
  "pipelines, wrong input": PIPELINE_BODIES,
  "pipeline keys": PIPELINE_KEYS,
  executions: EXECUTIONS,
  "public pipelines": PUBLIC_PIPELINES,
  workflows: WORKFLOWS,
  connectors: CONNECTORS,
  "kinds of connectors": CONNECTOR_KINDS,
};

let exchange: Exchange;

beforeAll(async () => {
  const subject = await startSubject();
  exchange = createExchange(subject);
  return () => subject[Symbol.asyncDispose]();
});

for (const [area, clauses] of Object.entries(AREAS)) {
  describe(`The service, ${area}`, () => {
    test.each(clauses)("$id: $rule", async ({ check }) => {
      await expect(check(exchange)).resolves.toBeUndefined();
    });
  });
}
