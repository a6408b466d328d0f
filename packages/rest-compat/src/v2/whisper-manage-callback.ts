import { WEBHOOK_FORMATS, type WebhookFormat } from "@galley/core/domain";
import { z } from "zod";
import { endpoint } from "../http/endpoint.ts";
import { Refusal, type DocumentedRefusals } from "../http/errors.ts";
import { membersOf, readJson } from "../http/json-body.ts";
import { requiredText } from "../http/parameters.ts";

const PATH = "/api/v2/whisper-manage-callback";

const noQuery = z.object({});
const nameQuery = z.object({ webhook_name: requiredText() });

const webhookBody = z.object({
  webhook_name: z.string().nullish(),
  url: z.string(),
  /** Without the prefix "Bearer"; "" if the target needs no token. */
  auth_token: z.string().nullish(),
  /** An extension: the rendition that its messages also contain. */
  format: z.enum(WEBHOOK_FORMATS).nullish(),
});

const done = (status: number, message: string) => ({
  status,
  body: z.object({ message: z.literal(message) }),
});

const UNKNOWN = { NOT_FOUND: [404, "Webhook details not found"] } as const satisfies DocumentedRefusals;

/** The name is looked for first: the documented message for a body without members is that of a missing name. */
function webhookIn(json: unknown): z.output<typeof webhookBody> & { readonly webhook_name: string } {
  const { webhook_name: name } = membersOf(webhookBody.pick({ webhook_name: true }), json);
  if (!name?.trim()) throw new Refusal(400, "Webhook name not provided in JSON");
  return { ...membersOf(webhookBody, json), webhook_name: name };
}

function formatIn({ format }: z.output<typeof webhookBody>): { format?: WebhookFormat } {
  return typeof format === "string" ? { format } : {};
}

const CREATED = "Webhook created successfully";

export const registerWebhook = endpoint({
  method: "POST",
  path: PATH,
  summary: "Registers a webhook after sending it a test message, which must be answered with 200.",
  query: noQuery,
  body: webhookBody,
  response: done(201, CREATED),
  async handle({ application, caller, body }) {
    const json = webhookIn(await readJson(body.content));
    const authToken = json.auth_token ?? "";
    await application.webhooks.register(caller, {
      name: json.webhook_name,
      url: json.url,
      authToken,
      ...formatIn(json),
    });
    return { message: CREATED };
  },
});

const UPDATED = "Webhook updated successfully";

export const updateWebhook = endpoint({
  method: "PUT",
  path: PATH,
  summary: "Changes the URL or token of a webhook after sending it a test message.",
  query: noQuery,
  body: webhookBody,
  response: done(200, UPDATED),
  refusals: UNKNOWN,
  async handle({ application, caller, body }) {
    const json = webhookIn(await readJson(body.content));
    const given = {
      url: json.url,
      ...(typeof json.auth_token === "string" && { authToken: json.auth_token }),
      ...formatIn(json),
    };
    await application.webhooks.update(caller, { name: json.webhook_name, ...given });
    return { message: UPDATED };
  },
});

/** The documented response contains the token in clear. */
export const findWebhook = endpoint({
  method: "GET",
  path: PATH,
  summary: "Returns a webhook by its name.",
  query: nameQuery,
  body: "none",
  response: {
    status: 200,
    body: z.object({
      url: z.string(),
      auth_token: z.string(),
      webhook_name: z.string(),
      /** Only if it is not `text`, since the documented response does not have it. */
      format: z.enum(WEBHOOK_FORMATS).optional(),
    }),
  },
  refusals: UNKNOWN,
  async handle({ application: { webhooks }, caller, query }) {
    const webhook = await webhooks.find(caller, query.webhook_name);
    const { url, name, format } = webhook;
    return {
      url,
      auth_token: webhooks.authToken(caller, webhook),
      webhook_name: name,
      ...(format !== "text" && { format }),
    };
  },
});

const DELETED = "Webhook deleted successfully";

export const removeWebhook = endpoint({
  method: "DELETE",
  path: PATH,
  summary: "Deletes a webhook.",
  query: nameQuery,
  body: "none",
  response: done(200, DELETED),
  refusals: UNKNOWN,
  async handle({ application, caller, query }) {
    await application.webhooks.remove(caller, query.webhook_name);
    return { message: DELETED };
  },
});
