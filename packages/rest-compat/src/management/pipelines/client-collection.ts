import { HIDDEN_SECRET, type Pipeline } from "@galley/core/domain";
import { z } from "zod";
import { OtherAnswer } from "../../http/endpoint.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";
import { ManagementRefusal } from "../management-errors.ts";
import { apiEndpointOf } from "./pipeline-record.ts";

/** A Postman collection, version 2.1. */
const collection = z.object({
  info: z.object({ name: z.string(), schema: z.string(), description: z.string() }),
  item: z.array(
    z.object({
      name: z.string(),
      request: z.object({
        method: z.string(),
        url: z.string(),
        header: z.array(z.object({ key: z.string(), value: z.string() })),
        body: z.object({ mode: z.literal("formdata"), formdata: z.array(z.unknown()) }),
      }),
    }),
  ),
  variable: z.array(z.unknown()),
});

const SCHEMA = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json";

/** The documented path, that of existing clients, and an older one. */
const PATHS = [
  "/pipeline/api/client_collection/{id}/",
  "/pipeline/api/postman_collection/{id}/",
  "/api/client_collection/{id}/",
] as const;

export const COLLECTION_ENDPOINTS: readonly ManagementEndpoint[] = PATHS.map((path) =>
  managementEndpoint({
    method: "GET",
    path,
    summary:
      "Returns a Postman collection that calls the pipeline's public address. It contains a key only if the caller may run the pipeline.",
    records: { id: "Pipeline" },
    query: z.object({}),
    body: "none",
    response: { status: 200, body: collection },
    async handle(call) {
      const pipeline = await call.application.pipelines.find(call.member, call.params["id"] ?? "");
      const key = await activeKeyOf(call, pipeline);
      return new OtherAnswer(200, collectionOf(call, pipeline, key), {
        headers: { "content-disposition": attachment(`${pipeline.name}.json`) },
      });
    },
  }),
);

async function activeKeyOf({ application, member }: Visit, pipeline: Pipeline): Promise<string> {
  const keys = await application.pipelineKeys.list(member, pipeline.id);
  const key = keys.find(({ active }) => active);
  if (key) {
    const [secret = HIDDEN_SECRET] = await application.pipelineKeys.secretsOfEach(member, [key]);
    return secret;
  }
  const detail = `Pipeline '${pipeline.name}' has no active API key.`;
  throw new ManagementRefusal(400, [{ code: "no_active_key", detail, attr: null }]);
}

function collectionOf(visit: Visit, pipeline: Pipeline, key: string): z.output<typeof collection> {
  const request = {
    method: "POST",
    url: apiEndpointOf(visit, pipeline),
    header: [{ key: "Authorization", value: `Bearer ${key}` }],
    body: { mode: "formdata" as const, formdata: [] },
  };
  return {
    info: { name: pipeline.name, schema: SCHEMA, description: "" },
    item: [{ name: "Process pipeline", request }],
    variable: [],
  };
}

/** The second name supports characters beyond ASCII; clients that do not know it use the first. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, "_");
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name)}`;
}
