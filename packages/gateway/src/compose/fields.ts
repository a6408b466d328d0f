import type { FieldsReader } from "@galley/core/domain";
import type { Config } from "../config/config.ts";
import { FieldsThread } from "../fields/fields-thread.ts";
import { ServiceModel } from "../fields/service-model.ts";
import type { ConnectorNetwork } from "../outbound/connector-network.ts";
import { createPolicyFetch } from "../outbound/policy-fetch.ts";
import type { ResourceStack } from "../resource-stack.ts";
import type { Log } from "../telemetry/log.ts";
import type { Metrics } from "../telemetry/metrics.ts";

/** An answer of 8,000 tokens has about 50 KB. */
const MAX_ANSWER_BYTES = 4_000_000;

/** The reader of fields, with the language model if there is one. */
export function startFieldsReader(
  { fieldsModel }: Config,
  network: ConnectorNetwork,
  { log, metrics, parts }: { readonly log: Log; readonly metrics: Metrics; readonly parts: ResourceStack },
): FieldsReader {
  if (!fieldsModel) return parts.use(new FieldsThread());
  const limits = { timeoutMs: 1000 * fieldsModel.timeoutSeconds, maxBytes: MAX_ANSWER_BYTES };
  const model = new ServiceModel({
    ...fieldsModel,
    send: createPolicyFetch(network, limits),
    onAsked(asked) {
      metrics.modelAsked(asked);
      if (asked.outcome !== "answered") log.warn({ reason: asked.message }, "language model gave no values");
    },
  });
  const thread = parts.use(new FieldsThread(model));
  parts.use(model);
  return thread;
}
