import type { ConnectorKind, ConnectorMode, TestStep } from "@galley/core/domain";
import { z } from "zod";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import { ManagementRefusal } from "../management-errors.ts";

const MODES = { file_system: "FILE_SYSTEM", database: "DATABASE" } as const satisfies Record<
  ConnectorMode,
  string
>;

/** Each mode under all its names. */
const MODE_NAMES = {
  FILE_SYSTEM: "file_system",
  FILESYSTEM: "file_system",
  DATABASE: "database",
} as const satisfies Record<string, ConnectorMode>;

const DIRECTIONS = { INPUT: "source", OUTPUT: "destination" } as const;

const kindRecord = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  can_read: z.boolean(),
  can_write: z.boolean(),
  connector_mode: z.enum(Object.values(MODES)),
});

const supported = managementEndpoint({
  method: "GET",
  path: "/supported_connectors/",
  summary: "Lists the available connector kinds.",
  query: z.object({
    type: z
      .enum(["INPUT", "OUTPUT"])
      .describe("Returns only kinds that can be a source (INPUT) or a destination (OUTPUT).")
      .optional(),
    connector_mode: z
      .enum(["FILE_SYSTEM", "FILESYSTEM", "DATABASE"])
      .describe("Returns only kinds of this mode.")
      .optional(),
  }),
  body: "none",
  response: { status: 200, body: z.array(kindRecord) },
  async handle({ application, query: { type, connector_mode } }) {
    const kinds = application.connectorKinds.list({
      direction: type && DIRECTIONS[type],
      mode: connector_mode && MODE_NAMES[connector_mode],
    });
    return kinds.map(recordOf);
  },
});

function recordOf({
  id,
  name,
  description,
  icon,
  canRead,
  canWrite,
  mode,
}: ConnectorKind): z.output<typeof kindRecord> {
  return {
    id,
    name,
    description,
    icon,
    can_read: canRead,
    can_write: canWrite,
    connector_mode: MODES[mode],
  };
}

const FIELDS = { kindId: "connector_id", settings: "connector_metadata" };

const schema = managementEndpoint({
  method: "GET",
  path: "/connector_schema/",
  summary: "Returns the JSON Schema of a kind's settings and the name of its OAuth backend.",
  query: z.object({ id: z.string().describe("The connector kind, as listed by supported_connectors.") }),
  body: "none",
  response: {
    status: 200,
    body: z.object({
      oauth: z.boolean(),
      python_social_auth_backend: z.string(),
      json_schema: z.record(z.string(), z.unknown()),
    }),
  },
  fields: { kindId: "id" },
  async handle({ application, query }) {
    const { oauthBackend, oauthOptional, settingsSchema } = application.connectorKinds.find(query.id);
    return {
      oauth: oauthBackend !== undefined && !oauthOptional,
      python_social_auth_backend: oauthBackend ?? "",
      json_schema: settingsSchema,
    };
  },
});

const testBody = z.strictObject({
  connector_id: z.string().describe("The connector kind, as listed by supported_connectors."),
  connector_metadata: z
    .record(z.string(), z.unknown())
    .describe("The settings, as described by connector_schema."),
});

const testStep = z.object({
  name: z.string(),
  ok: z.boolean(),
  milliseconds: z.number(),
  message: z.string(),
});

const test = managementEndpoint({
  method: "POST",
  path: "/test_connectors/",
  summary: "Tests a connection step by step.",
  query: z.object({}),
  body: testBody,
  response: { status: 200, body: z.object({ is_valid: z.literal(true), steps: z.array(testStep) }) },
  fails: "The target cannot be reached, or rejects the connection for a reason other than permissions.",
  fields: FIELDS,
  async handle(call) {
    const { connector_id: kindId, connector_metadata } = await call.json(testBody);
    const { "oauth-key": oauthKey, ...settings } = connector_metadata;
    const { application, member, disconnected: signal } = call;
    const reference = { kindId, settings, ...(typeof oauthKey === "string" && { oauthKey }) };
    const steps = await Array.fromAsync(application.explorer.test(member, reference, signal));
    const failed = steps.find(({ name, ok }) => !ok && name !== "write");
    if (failed) throw refusalOf(failed);
    return { is_valid: true as const, steps: steps.map(stepRecord) };
  },
});

function stepRecord({ name, ok, milliseconds, message }: TestStep): z.output<typeof testStep> {
  return { name, ok, milliseconds, message };
}

function refusalOf({ name, failure, message }: TestStep): ManagementRefusal {
  if (failure === "REAUTHENTICATE") return refused(408, "Timed out. Please re-authenticate.");
  return failure === "ACCESS_DENIED"
    ? refused(403, message)
    : refused(500, `Error while testing connector. ${name}: ${message}`);
}

const CODES = { 403: "access_denied", 408: "timed_out", 500: "error" } as const;

function refused(status: keyof typeof CODES, detail: string): ManagementRefusal {
  return new ManagementRefusal(status, [{ code: CODES[status], detail, attr: null }]);
}

export const DISCOVERY_ENDPOINTS: readonly ManagementEndpoint[] = [supported, schema, test];
