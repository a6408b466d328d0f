import { timingSafeEqual } from "node:crypto";
import { DomainError } from "../domain-error.ts";
import type { CredentialStore, Database, Environment, TransactionRecords } from "../ports.ts";
import type { Caller, Credentials } from "./caller.ts";
import { maskedKey } from "./key-secret.ts";
import { digestOf } from "./secret-digest.ts";
import { useKey } from "./use-key.ts";

/** The credentials that a first start creates. */
export interface FirstCredentials {
  readonly organization: string;
  readonly extractionKey: string;
  readonly accessToken: string;
}

export interface Access {
  /**
   * Finds out who is calling, and counts the call. Where both credentials are given, the access token speaks.
   *
   * @throws DomainError `UNAUTHENTICATED` when there is no credential or it is not known, `FORBIDDEN` when it was
   *   revoked, `QUOTA_EXCEEDED` when it calls more often than it may.
   */
  authenticate(credentials: Credentials): Promise<Caller>;
  /** Whether credentials are valid, without counting as a call. */
  holds(credentials: Credentials): Promise<boolean>;
  /** Creates an organization with an extraction key and a full access token, unless there is one already. */
  createFirst(credentials: FirstCredentials): Promise<"created" | "exists">;
}

export function createAccess(ports: { database: Database; environment: Environment }): Access {
  const { database, environment } = ports;
  return {
    async authenticate({ extractionKey, accessToken }) {
      if (accessToken) return accessTokenCaller(database, accessToken);
      if (extractionKey) return extractionKeyCaller(ports, extractionKey);
      throw new DomainError("UNAUTHENTICATED", "Credentials are missing.");
    },

    async holds({ extractionKey, accessToken }) {
      const { accessTokens, extractionKeys } = database.records;
      if (accessToken) return (await findBySecret(accessTokens, accessToken))?.active === true;
      if (extractionKey) return (await findBySecret(extractionKeys, extractionKey))?.revokedAt === null;
      return false;
    },

    createFirst: (credentials) =>
      database.transaction(async (records) => {
        await records.organizations.lockAll();
        if (await records.organizations.findBySlug(credentials.organization)) return "exists";
        await insertFirst(records, credentials, environment);
        return "created";
      }),
  };
}

async function extractionKeyCaller(
  { database, environment }: { database: Database; environment: Environment },
  key: string,
): Promise<Caller> {
  const found = await findBySecret(database.records.extractionKeys, key);
  if (!found) throw unknownCredential();
  if (found.revokedAt) throw new DomainError("FORBIDDEN", "This key was revoked.");
  await useKey(database, found, environment.now());
  return { kind: "extraction_key", id: found.id, organizationId: found.organizationId };
}

async function accessTokenCaller({ records }: Database, token: string): Promise<Caller> {
  const found = await findBySecret(records.accessTokens, token);
  if (!found) throw unknownCredential();
  if (!found.active) throw new DomainError("FORBIDDEN", "This token was revoked.");
  const { id, organizationId, tier } = found;
  return { kind: "access_token", id, organizationId, tier, userId: null, role: "manager" };
}

async function insertFirst(
  records: TransactionRecords,
  credentials: FirstCredentials,
  environment: Environment,
): Promise<void> {
  const organizationId = environment.uuid();
  const createdAt = environment.now();
  const common = { organizationId, description: "Created by the first start", createdAt };
  await records.organizations.insert({ id: organizationId, slug: credentials.organization, createdAt });
  await records.extractionKeys.insert({
    ...common,
    id: environment.uuid(),
    digest: digestOf(credentials.extractionKey),
    masked: maskedKey(credentials.extractionKey),
    pagesPerDay: null,
    pagesPerMonth: null,
    requestsPerMinute: null,
    rotatedAt: null,
    revokedAt: null,
    lastUsedAt: null,
  });
  await records.accessTokens.insert({
    ...common,
    id: environment.uuid(),
    digest: digestOf(credentials.accessToken),
    tier: "full_access",
    active: true,
  });
}

/** The index finds the row by comparing; the comparison here decides, and tells nothing by its time. */
async function findBySecret<C extends { readonly digest: string }>(
  store: CredentialStore<C>,
  secret: string,
): Promise<C | undefined> {
  const digest = digestOf(secret);
  const found = await store.findByDigest(digest);
  const isSame = found && timingSafeEqual(Buffer.from(found.digest, "hex"), Buffer.from(digest, "hex"));
  return isSame ? found : undefined;
}

function unknownCredential(): DomainError {
  return new DomainError("UNAUTHENTICATED", "The credentials are not valid.");
}
