import { z } from "zod";
import type { Member } from "../access/model/caller.ts";
import { assertTier } from "../access/model/policy.ts";
import { checkedFacts, nameOf, textOf } from "../checked-facts.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment, SecretBox, SecretPlace } from "../ports.ts";
import type { NotificationRecords } from "./notification-ports.ts";
import type { PipelineRecords } from "../pipelines/pipeline-ports.ts";
import type { ShareRecords } from "../sharing/share-ports.ts";
import { managedBy, standingsIn } from "../sharing/record-access.ts";
import { HIDDEN_SECRET, seesSecrets } from "../sharing/sharing-policy.ts";
import { newSigningSecret } from "../webhooks/signature.ts";
import type { WebhookSender } from "../webhooks/webhook-ports.ts";
import { checkWebhookTarget } from "../webhooks/webhook.ts";
import {
  checkAuthorization,
  NOTIFICATION_AUTHORIZATIONS,
  NOTIFICATION_PLATFORMS,
  type OutcomeNotification,
} from "./outcome-notification.ts";

const FACTS = {
  name: nameOf(255),
  url: z.string(),
  authorization: z.enum(NOTIFICATION_AUTHORIZATIONS),
  authorizationHeader: textOf(255),
  authorizationKey: z.string(),
  maxRetries: z.int().min(0).max(4),
  platform: z.enum(NOTIFICATION_PLATFORMS),
  active: z.boolean(),
  failuresOnly: z.boolean(),
};

const factsSchema = z.object({
  ...FACTS,
  authorization: FACTS.authorization.default("none"),
  authorizationHeader: FACTS.authorizationHeader.default(""),
  authorizationKey: FACTS.authorizationKey.default(""),
  maxRetries: FACTS.maxRetries.default(3),
  platform: FACTS.platform.default("api"),
  active: FACTS.active.default(true),
  failuresOnly: FACTS.failuresOnly.default(false),
});

/** The fields of a notification; undefined fields have their default, or are unchanged. */
export type NotificationFacts = {
  readonly [K in keyof z.input<typeof factsSchema>]?: z.input<typeof factsSchema>[K] | undefined;
};

/**
 * Notifications about the outcome of runs. Members reach those of pipelines that they manage; other calls throw
 * `FORBIDDEN` if the member can see the pipeline, otherwise `NOT_FOUND`.
 */
export interface OutcomeNotifications {
  /** @throws DomainError `BAD_INPUT`. */
  create(member: Member, pipelineId: string, facts: NotificationFacts): Promise<OutcomeNotification>;
  /** Changes the given fields. @throws DomainError `BAD_INPUT`. */
  update(member: Member, id: string, facts: NotificationFacts): Promise<OutcomeNotification>;
  remove(member: Member, id: string): Promise<void>;
  find(member: Member, id: string): Promise<OutcomeNotification>;
  /** Oldest first. */
  list(member: Member): Promise<readonly OutcomeNotification[]>;
  /** Oldest first. */
  listOfPipeline(member: Member, pipelineId: string): Promise<readonly OutcomeNotification[]>;
  /**
   * In clear, or `HIDDEN_SECRET` for a read-only token; "" if there is none. The member must have been shown the
   * notification, and thus manages it.
   */
  authorizationKey(member: Member, notification: OutcomeNotification): string;
  /** Replaces the signing secret at once and returns the new one. */
  rotateSigningSecret(
    member: Member,
    id: string,
  ): Promise<{ readonly notification: OutcomeNotification; readonly signingSecret: string }>;
  /** The secret by which targets verify messages. @throws DomainError `FORBIDDEN` for a read-only token. */
  signingSecret(member: Member, notification: OutcomeNotification): string;
}

interface NotificationPorts {
  readonly database: Database<NotificationRecords & PipelineRecords & ShareRecords>;
  readonly environment: Environment;
  readonly secrets: SecretBox;
  readonly webhookSender: WebhookSender;
}

export function createOutcomeNotifications(ports: NotificationPorts): OutcomeNotifications {
  const { records } = ports.database;
  const managed = async (member: Member, pipelineId: string): Promise<void> => {
    await managedBy(records, member, { kind: "pipeline", record: await records.pipelines.find(pipelineId) });
  };
  const find = async (member: Member, id: string): Promise<OutcomeNotification> => {
    const found = await records.outcomeNotifications.find(id);
    if (found?.organizationId !== member.organizationId) {
      throw new DomainError("NOT_FOUND", "Notification not found.");
    }
    await managed(member, found.pipelineId);
    return found;
  };
  return {
    find,
    async create(member, pipelineId, facts) {
      assertTier(member, "change");
      await managed(member, pipelineId);
      const notification = newNotification(
        ports,
        { ...member, pipelineId },
        checkedFacts(factsSchema, facts),
      );
      await ports.database.transaction((all) => all.outcomeNotifications.insert(notification));
      return notification;
    },
    async update(member, id, facts) {
      assertTier(member, "change");
      const changed = changedNotification(ports, await find(member, id), facts);
      await ports.database.transaction((all) => all.outcomeNotifications.update(id, changed));
      return changed;
    },
    async remove(member, id) {
      assertTier(member, "remove");
      await find(member, id);
      await ports.database.transaction((all) => all.outcomeNotifications.remove(id));
    },
    list: (member) => listManaged(ports, member),
    async listOfPipeline(member, pipelineId) {
      await managed(member, pipelineId);
      return records.outcomeNotifications.listOfPipeline(pipelineId);
    },
    authorizationKey(member, notification) {
      const key = authorizationKeyOf(ports, notification);
      return key === "" || seesSecrets(member, "owner") ? key : HIDDEN_SECRET;
    },
    async rotateSigningSecret(member, id) {
      assertTier(member, "change");
      return rotateSecret(ports, await find(member, id));
    },
    signingSecret(member, notification) {
      assertTier(member, "change");
      return notificationSecretOf(ports, notification);
    },
  };
}

async function rotateSecret(
  { database, environment, secrets }: NotificationPorts,
  notification: OutcomeNotification,
): Promise<{ readonly notification: OutcomeNotification; readonly signingSecret: string }> {
  const signingSecret = newSigningSecret((length) => environment.randomBytes(length));
  const changes = {
    sealedSigningSecret: secrets.seal(signingSecret, secretPlace(notification)),
    updatedAt: environment.now(),
  };
  await database.transaction((all) => all.outcomeNotifications.update(notification.id, changes));
  return { notification: { ...notification, ...changes }, signingSecret };
}

type Checked = z.output<typeof factsSchema>;

function newNotification(
  { environment, secrets, webhookSender }: NotificationPorts,
  { organizationId, pipelineId }: { readonly organizationId: string; readonly pipelineId: string },
  { authorizationKey, ...facts }: Checked,
): OutcomeNotification {
  const id = environment.uuid();
  const createdAt = environment.now();
  assertDeliverable(facts, authorizationKey);
  assertPermitted(webhookSender, facts.url);
  const secret = newSigningSecret((length) => environment.randomBytes(length));
  return {
    ...facts,
    id,
    organizationId,
    pipelineId,
    sealedAuthorizationKey: secrets.seal(authorizationKey, keyPlace({ id, organizationId })),
    sealedSigningSecret: secrets.seal(secret, secretPlace({ id, organizationId })),
    createdAt,
    updatedAt: createdAt,
  };
}

function changedNotification(
  ports: NotificationPorts,
  notification: OutcomeNotification,
  given: NotificationFacts,
): OutcomeNotification {
  const before = { ...notification, authorizationKey: authorizationKeyOf(ports, notification) };
  const said = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== HIDDEN_SECRET),
  );
  const { authorizationKey, ...facts } = checkedFacts(factsSchema, { ...before, ...said });
  assertDeliverable(facts, authorizationKey);
  // A notification whose URL is no longer allowed can still be deactivated.
  if (facts.url !== notification.url) assertPermitted(ports.webhookSender, facts.url);
  return {
    ...notification,
    ...facts,
    sealedAuthorizationKey: ports.secrets.seal(authorizationKey, keyPlace(notification)),
    updatedAt: ports.environment.now(),
  };
}

function assertDeliverable(facts: Omit<Checked, "authorizationKey">, authorizationKey: string): void {
  checkWebhookTarget({ url: facts.url, authToken: authorizationKey });
  checkAuthorization(facts, authorizationKey);
}

/** Host names are resolved when a message is sent. @throws DomainError `BAD_INPUT`. */
function assertPermitted(sender: WebhookSender, url: string): void {
  const refusal = sender.refusalOf(url);
  if (refusal !== undefined) throw new DomainError("BAD_INPUT", `url: ${refusal}`, { field: "url" });
}

async function listManaged(
  { database: { records } }: NotificationPorts,
  member: Member,
): Promise<readonly OutcomeNotification[]> {
  const all = await records.outcomeNotifications.list(member.organizationId);
  const pipelines = await records.pipelines.listByIds([...new Set(all.map(({ pipelineId }) => pipelineId))]);
  const standings = await standingsIn(records, member, { kind: "pipeline", records: pipelines });
  const managed = new Set(pipelines.filter((_, index) => standings[index] === "owner").map(({ id }) => id));
  return all.filter(({ pipelineId }) => managed.has(pipelineId));
}

type Place = Pick<OutcomeNotification, "id" | "organizationId">;

function keyPlace({ id, organizationId }: Place): SecretPlace {
  return { organizationId, table: "outcome_notification", row: id, column: "sealed_authorization_key" };
}

function secretPlace({ id, organizationId }: Place): SecretPlace {
  return { organizationId, table: "outcome_notification", row: id, column: "sealed_signing_secret" };
}

export function authorizationKeyOf(
  { secrets }: Pick<NotificationPorts, "secrets">,
  notification: OutcomeNotification,
): string {
  return secrets.open(notification.sealedAuthorizationKey, keyPlace(notification));
}

export function notificationSecretOf(
  { secrets }: Pick<NotificationPorts, "secrets">,
  notification: OutcomeNotification,
): string {
  return secrets.open(notification.sealedSigningSecret, secretPlace(notification));
}
