import type { NotificationFacts, OutcomeNotification } from "@galley/core/domain";
import { z } from "zod";
import { managing } from "../admission.ts";
import { givenFields, recordId } from "../given-fields.ts";
import { managementEndpoint, type ManagementEndpoint } from "../management-endpoint.ts";
import type { Visit } from "../visit.ts";

const AUTHORIZATIONS = {
  NONE: "none",
  BEARER: "bearer",
  API_KEY: "api_key",
  CUSTOM_HEADER: "custom_header",
} as const;
const AUTHORIZATION_NAMES = {
  none: "NONE",
  bearer: "BEARER",
  api_key: "API_KEY",
  custom_header: "CUSTOM_HEADER",
} as const;

const authorizationType = z.enum(["NONE", "BEARER", "API_KEY", "CUSTOM_HEADER"]);
const platformName = z.enum(["SLACK", "API"]);

const notificationRecord = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  authorization_type: authorizationType,
  authorization_key: z.string().nullable(),
  authorization_header: z.string().nullable(),
  max_retries: z.int(),
  platform: platformName,
  notification_type: z.literal("WEBHOOK"),
  is_active: z.boolean(),
  notify_on_failures: z.boolean(),
  pipeline: z.string(),
  api: z.null(),
  created_at: z.iso.datetime(),
  modified_at: z.iso.datetime(),
});

const changedBody = z.strictObject({
  name: z.string().describe("The name of the notification.").optional(),
  url: z.string().describe("The http or https URL that messages are posted to.").optional(),
  authorization_type: authorizationType.describe("How messages are authorized. Default: NONE.").optional(),
  authorization_key: z.string().nullable().describe("The authorization key.").optional(),
  authorization_header: z
    .string()
    .nullable()
    .describe("The name of the authorization header, for CUSTOM_HEADER.")
    .optional(),
  max_retries: z
    .int()
    .min(0)
    .max(4)
    .describe("Retries after the first attempt, 0 to 4. Default: 3.")
    .optional(),
  platform: platformName.describe("The format of the messages. Default: API.").optional(),
  notification_type: z.literal("WEBHOOK").describe("Always WEBHOOK.").optional(),
  is_active: z.boolean().describe("Whether messages are sent. Default: true.").optional(),
  notify_on_failures: z.boolean().describe("Whether only failures are sent. Default: false.").optional(),
});

const newBody = changedBody.extend({
  name: z.string().describe("The name of the notification."),
  url: z.string().describe("The http or https URL that messages are posted to."),
});

const FIELDS = {
  authorization: "authorization_type",
  authorizationKey: "authorization_key",
  authToken: "authorization_key",
  authorizationHeader: "authorization_header",
  maxRetries: "max_retries",
  active: "is_active",
  failuresOnly: "notify_on_failures",
};

const NO_PARAMETERS = z.object({});
const RECORDS = { id: "Notification" };

const list = managementEndpoint({
  method: "GET",
  path: "/notifications/",
  summary: "Lists the notifications of pipelines that the caller manages, oldest first, as an array.",
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: z.array(notificationRecord) },
  async handle({ application, member }) {
    const all = await application.outcomeNotifications.list(member);
    return all.map((one) => recordOf({ application, member }, one));
  },
});

const create = managementEndpoint({
  method: "POST",
  path: "/notifications/",
  summary: "Creates a notification for the pipeline that the body names.",
  query: NO_PARAMETERS,
  body: newBody.extend({ pipeline: recordId.describe("The id of the pipeline.") }),
  response: { status: 201, body: notificationRecord },
  fields: FIELDS,
  async handle(call) {
    const body = newBody.extend({ pipeline: recordId });
    const { pipeline, ...given } = await call.json(givenFields(body, notificationRecord));
    return created(call, pipeline, given);
  },
});

const listOfPipeline = managementEndpoint({
  method: "GET",
  path: "/notifications/pipeline/{pipeline_id}/",
  summary: "Lists the notifications of a pipeline, oldest first, as an array.",
  records: { pipeline_id: "Pipeline" },
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: z.array(notificationRecord) },
  async handle({ application, member, params }) {
    const all = await application.outcomeNotifications.listOfPipeline(member, params["pipeline_id"] ?? "");
    return all.map((one) => recordOf({ application, member }, one));
  },
});

const createForPipeline = managementEndpoint({
  method: "POST",
  path: "/notifications/pipeline/{pipeline_id}/",
  summary: "Creates a notification, which posts the outcome of each execution of the pipeline to a URL.",
  records: { pipeline_id: "Pipeline" },
  query: NO_PARAMETERS,
  body: newBody,
  response: { status: 201, body: notificationRecord },
  fields: FIELDS,
  admit: managing("pipeline", "pipeline_id"),
  async handle(call) {
    const given = await call.json(givenFields(newBody, notificationRecord));
    return created(call, call.params["pipeline_id"] ?? "", given);
  },
});

async function created(
  { application, member }: Visit,
  pipelineId: string,
  given: z.output<typeof changedBody>,
): Promise<z.output<typeof notificationRecord>> {
  const { outcomeNotifications } = application;
  return recordOf(
    { application, member },
    await outcomeNotifications.create(member, pipelineId, factsOf(given)),
  );
}

const read = managementEndpoint({
  method: "GET",
  path: "/notifications/{id}/",
  summary: "Returns a notification.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 200, body: notificationRecord },
  async handle({ application, member, params }) {
    const found = await application.outcomeNotifications.find(member, params["id"] ?? "");
    return recordOf({ application, member }, found);
  },
});

const changes = (["PUT", "PATCH"] as const).map((method) =>
  managementEndpoint({
    method,
    path: "/notifications/{id}/",
    summary: "Changes the given fields of a notification.",
    records: RECORDS,
    query: NO_PARAMETERS,
    body: changedBody,
    response: { status: 200, body: notificationRecord },
    fields: FIELDS,
    admit: ({ application, member }, { id = "" }) => application.outcomeNotifications.find(member, id),
    async handle(call) {
      const given = factsOf(await call.json(givenFields(changedBody, notificationRecord)));
      const { application, member, params } = call;
      const changed = await application.outcomeNotifications.update(member, params["id"] ?? "", given);
      return recordOf({ application, member }, changed);
    },
  }),
);

const remove = managementEndpoint({
  method: "DELETE",
  path: "/notifications/{id}/",
  summary: "Deletes a notification.",
  records: RECORDS,
  query: NO_PARAMETERS,
  body: "none",
  response: { status: 204, body: z.undefined() },
  async handle({ application, member, params }) {
    await application.outcomeNotifications.remove(member, params["id"] ?? "");
    return undefined;
  },
});

function factsOf(given: z.output<typeof changedBody>): NotificationFacts {
  return {
    name: given.name,
    url: given.url,
    authorization: given.authorization_type && AUTHORIZATIONS[given.authorization_type],
    authorizationKey: given.authorization_key ?? undefined,
    authorizationHeader: given.authorization_header ?? undefined,
    maxRetries: given.max_retries,
    platform: given.platform && (given.platform === "SLACK" ? "slack" : "api"),
    active: given.is_active,
    failuresOnly: given.notify_on_failures,
  };
}

function recordOf(
  { application: { outcomeNotifications }, member }: Pick<Visit, "application" | "member">,
  notification: OutcomeNotification,
): z.output<typeof notificationRecord> {
  const key = outcomeNotifications.authorizationKey(member, notification);
  return {
    id: notification.id,
    name: notification.name,
    url: notification.url,
    authorization_type: AUTHORIZATION_NAMES[notification.authorization],
    authorization_key: key === "" ? null : key,
    authorization_header: notification.authorizationHeader === "" ? null : notification.authorizationHeader,
    max_retries: notification.maxRetries,
    platform: notification.platform === "slack" ? "SLACK" : "API",
    notification_type: "WEBHOOK",
    is_active: notification.active,
    notify_on_failures: notification.failuresOnly,
    pipeline: notification.pipelineId,
    api: null,
    created_at: notification.createdAt.toISOString(),
    modified_at: notification.updatedAt.toISOString(),
  };
}

export const NOTIFICATION_ENDPOINTS: readonly ManagementEndpoint[] = [
  list,
  create,
  listOfPipeline,
  createForPipeline,
  read,
  ...changes,
  remove,
];
