import type { Caller } from "../access/model/caller.ts";
import { assertMay } from "../access/model/policy.ts";
import { HIDDEN_SECRET } from "../sharing/sharing-policy.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, SecretPlace } from "../ports.ts";
import type { WebhookRecords } from "./webhook-ports.ts";
import type { Delivery } from "./delivery.ts";
import { queueNewDelivery } from "./queue-delivery.ts";
import { newSigningSecret, signatureHeaders } from "./signature.ts";
import { withoutSecret } from "./without-secret.ts";
import { checkWebhookName, checkWebhookTarget, type Webhook, type WebhookTarget } from "./webhook.ts";
import type { NewWebhook, WebhookPorts } from "./webhooks.ts";

/** The number of characters of the target's response in an error message. */
const SHOWN_REPLY = 200;

export async function registerWebhook(
  ports: WebhookPorts,
  caller: Caller,
  { name, format = "text", ...target }: NewWebhook,
): Promise<Webhook> {
  assertMay(caller, "manage webhooks");
  const { organizationId } = caller;
  checkWebhookName(name);
  checkWebhookTarget(target);
  if (await ports.database.records.webhooks.findByName(organizationId, name)) throw nameTaken(name);
  const signingSecret = newSigningSecret((length) => ports.environment.randomBytes(length));
  await testTarget(ports, target, signingSecret);

  const id = ports.environment.uuid();
  const createdAt = ports.environment.now();
  const webhook: Webhook = {
    id,
    organizationId,
    name,
    url: target.url,
    format,
    sealedAuthToken: ports.secrets.seal(
      target.authToken,
      placeOf({ id, organizationId }, "sealed_auth_token"),
    ),
    sealedSigningSecret: ports.secrets.seal(
      signingSecret,
      placeOf({ id, organizationId }, "sealed_signing_secret"),
    ),
    disabledAt: null,
    createdAt,
    updatedAt: createdAt,
  };
  if (!(await ports.database.transaction(({ webhooks }) => webhooks.insert(webhook)))) throw nameTaken(name);
  return webhook;
}

/** Tests the target like a registration, and enables a disabled webhook. */
export async function updateWebhook(
  ports: WebhookPorts,
  caller: Caller,
  { name, ...given }: Partial<NewWebhook> & Pick<NewWebhook, "name">,
): Promise<Webhook> {
  assertMay(caller, "manage webhooks");
  const webhook = await findWebhook(ports, caller, name);
  // The placeholder of a masked token is not a token.
  const newToken = given.authToken === HIDDEN_SECRET ? undefined : given.authToken;
  const target = {
    url: given.url ?? webhook.url,
    authToken: newToken ?? authTokenOf(ports, webhook),
  };
  checkWebhookTarget(target);
  await testTarget(ports, target, signingSecretOf(ports, webhook));
  const changes = {
    url: target.url,
    format: given.format ?? webhook.format,
    sealedAuthToken: ports.secrets.seal(target.authToken, placeOf(webhook, "sealed_auth_token")),
    disabledAt: null,
    updatedAt: ports.environment.now(),
  };
  await ports.database.transaction(({ webhooks }) => webhooks.update(webhook.id, changes));
  return { ...webhook, ...changes };
}

/** Replaces the secret at once: messages are signed with the new one from now on. */
export async function rotateSigningSecret(
  ports: WebhookPorts,
  caller: Caller,
  name: string,
): Promise<{ readonly webhook: Webhook; readonly signingSecret: string }> {
  assertMay(caller, "manage webhooks");
  const webhook = await findWebhook(ports, caller, name);
  const signingSecret = newSigningSecret((length) => ports.environment.randomBytes(length));
  const changes = {
    sealedSigningSecret: ports.secrets.seal(signingSecret, placeOf(webhook, "sealed_signing_secret")),
    updatedAt: ports.environment.now(),
  };
  await ports.database.transaction(({ webhooks }) => webhooks.update(webhook.id, changes));
  return { webhook: { ...webhook, ...changes }, signingSecret };
}

/** Queues a test message, whose delivery shows what the target answers. */
export async function sendTestMessage(ports: WebhookPorts, caller: Caller, name: string): Promise<Delivery> {
  assertMay(caller, "manage webhooks");
  const { organizationId, name: webhookName } = await findWebhook(ports, caller, name);
  return ports.database.transaction((records) =>
    queueNewDelivery(records, ports.environment, {
      organizationId,
      jobId: null,
      webhookName,
      runId: null,
      notificationId: null,
    }),
  );
}

export async function findWebhook(
  { database }: { readonly database: Database<WebhookRecords> },
  { organizationId }: Caller,
  name: string,
): Promise<Webhook> {
  const webhook = await database.records.webhooks.findByName(organizationId, name);
  if (webhook) return webhook;
  throw new DomainError("NOT_FOUND", "Webhook not found.", { field: "name" });
}

export async function removeWebhook(ports: WebhookPorts, caller: Caller, name: string): Promise<Webhook> {
  assertMay(caller, "manage webhooks");
  const webhook = await findWebhook(ports, caller, name);
  await ports.database.transaction(({ webhooks }) => webhooks.remove(webhook.id));
  return webhook;
}

export function authTokenOf({ secrets }: Pick<WebhookPorts, "secrets">, webhook: Webhook): string {
  return secrets.open(webhook.sealedAuthToken, placeOf(webhook, "sealed_auth_token"));
}

export function signingSecretOf({ secrets }: Pick<WebhookPorts, "secrets">, webhook: Webhook): string {
  return secrets.open(webhook.sealedSigningSecret, placeOf(webhook, "sealed_signing_secret"));
}

function placeOf(
  { id, organizationId }: Pick<Webhook, "id" | "organizationId">,
  column: "sealed_auth_token" | "sealed_signing_secret",
): SecretPlace {
  return { organizationId, table: "webhook", row: id, column };
}

/**
 * A target must accept a test message before it receives results.
 *
 * @throws DomainError `BAD_INPUT` with the beginning of its response.
 */
async function testTarget(ports: WebhookPorts, target: WebhookTarget, signingSecret: string): Promise<void> {
  const body = JSON.stringify(ports.messages.test());
  const messageId = `msg_${ports.environment.uuid()}`;
  const request = {
    url: target.url,
    headers: {
      "content-type": "application/json",
      ...authorizationHeader(target.authToken),
      ...signatureHeaders(signingSecret, { messageId, at: ports.environment.now(), body }),
    },
    body,
  };
  const answer = await ports.sender.post(request, new AbortController().signal);
  if (answer.kind !== "answered") throw testFailed(answer.message);
  if (answer.status === 200) return;
  const reply = withoutSecret(answer.body, target.authToken).slice(0, SHOWN_REPLY).trim();
  throw testFailed(`${answer.status} ${reply}`.trim());
}

/** Without a token there is no authorization. */
export function authorizationHeader(authToken: string): Record<string, string> {
  return authToken === "" ? {} : { authorization: `Bearer ${authToken}` };
}

function testFailed(reply: string): DomainError {
  return new DomainError("BAD_INPUT", `Error calling webhook: ${reply}`, { field: "url" });
}

function nameTaken(name: string): DomainError {
  return new DomainError("CONFLICT", `A webhook named "${name}" already exists. Choose another name.`, {
    field: "name",
  });
}
