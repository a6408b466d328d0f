import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { Refusal, type DocumentedRefusals } from "./errors.ts";
import { parseJsonBody } from "./json-body.ts";
import { requiredText } from "./parameters.ts";

const PATH = "/api/v2/whisper-manage-callback";

const noQuery = z.object({});
const nameQuery = z.object({ webhook_name: requiredText() });

/** A name that is missing is refused in documented words, below. */
const webhookBody = z.object({
  webhook_name: z.string().nullish(),
  url: z.string("required"),
  /** Without the word "Bearer"; "" for a target that asks for none. */
  auth_token: z.string("expected text").nullish(),
});

const done = (status: number, message: string) => ({
  status,
  body: z.object({ message: z.literal(message) }),
});

const UNKNOWN = { NOT_FOUND: [404, "Webhook details not found"] } as const satisfies DocumentedRefusals;

function nameIn({ webhook_name: name }: z.output<typeof webhookBody>): string {
  if (!name?.trim()) throw new Refusal(400, "Webhook name not provided in JSON");
  return name;
}

const CREATED = "Webhook created successfully";

export const registerWebhook = endpoint({
  method: "POST",
  path: PATH,
  summary: "Registers a webhook, after a test message that its target must answer with 200.",
  query: noQuery,
  body: webhookBody,
  response: done(201, CREATED),
  async handle({ application, caller, body }) {
    const json = await parseJsonBody(webhookBody, body.content);
    const authToken = json.auth_token ?? "";
    await application.webhooks.register(caller, { name: nameIn(json), url: json.url, authToken });
    return { message: CREATED };
  },
});

const UPDATED = "Webhook updated successfully";

export const updateWebhook = endpoint({
  method: "PUT",
  path: PATH,
  summary: "Gives a webhook another target or token, after a test message to it.",
  query: noQuery,
  body: webhookBody,
  response: done(200, UPDATED),
  refusals: UNKNOWN,
  async handle({ application, caller, body }) {
    const json = await parseJsonBody(webhookBody, body.content);
    const given = {
      url: json.url,
      ...(typeof json.auth_token === "string" && { authToken: json.auth_token }),
    };
    await application.webhooks.update(caller, { name: nameIn(json), ...given });
    return { message: UPDATED };
  },
});

/** The documented answer holds the token in clear. */
export const findWebhook = endpoint({
  method: "GET",
  path: PATH,
  summary: "Gives a webhook by its name.",
  query: nameQuery,
  body: "none",
  response: {
    status: 200,
    body: z.object({ url: z.string(), auth_token: z.string(), webhook_name: z.string() }),
  },
  refusals: UNKNOWN,
  async handle({ application: { webhooks }, caller, query }) {
    const webhook = await webhooks.find(caller, query.webhook_name);
    return { url: webhook.url, auth_token: webhooks.authToken(caller, webhook), webhook_name: webhook.name };
  },
});

const DELETED = "Webhook deleted successfully";

export const removeWebhook = endpoint({
  method: "DELETE",
  path: PATH,
  summary: "Removes a webhook.",
  query: nameQuery,
  body: "none",
  response: done(200, DELETED),
  refusals: UNKNOWN,
  async handle({ application, caller, query }) {
    await application.webhooks.remove(caller, query.webhook_name);
    return { message: DELETED };
  },
});
