import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type RunningService } from "../support/service.ts";
import type { Clause } from "./clause.ts";
import { AUTHENTICATION } from "./clauses/authentication.ts";
import { DETAIL } from "./clauses/detail.ts";
import { HIGHLIGHTS } from "./clauses/highlights.ts";
import { HTTP } from "./clauses/http.ts";
import { PARAMETERS } from "./clauses/parameters.ts";
import { RETRIEVE } from "./clauses/retrieve.ts";
import { STATUS } from "./clauses/status.ts";
import { SUBMIT } from "./clauses/submit.ts";
import { createExchange, type Exchange } from "./exchange.ts";

/** Any service may be held to the contract: name its address and a key. */
const { GALLEY_CONTRACT_URL: foreignUrl, GALLEY_CONTRACT_KEY: foreignKey = "" } = process.env;

const SUBJECTS: Readonly<Record<string, readonly Clause[]>> = {
  authentication: AUTHENTICATION,
  submit: SUBMIT,
  parameters: PARAMETERS,
  status: STATUS,
  retrieve: RETRIEVE,
  highlights: HIGHLIGHTS,
  detail: DETAIL,
  HTTP,
};

let service: RunningService | undefined;
let exchange: Exchange;

beforeAll(async () => {
  if (foreignUrl === undefined) service = await startService();
  exchange = createExchange({
    url: service?.url ?? foreignUrl ?? "",
    key: service?.serviceKey ?? foreignKey,
  });
});

afterAll(() => service?.[Symbol.asyncDispose]());

for (const [subject, clauses] of Object.entries(SUBJECTS)) {
  describe(`The service, ${subject}`, () => {
    test.each(clauses)("$id: $rule", async ({ check }) => {
      await expect(check(exchange)).resolves.toBeUndefined();
    });
  });
}
