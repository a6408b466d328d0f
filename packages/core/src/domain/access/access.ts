import { timingSafeEqual } from "node:crypto";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment, TransactionRecords } from "../ports.ts";
import type { Caller, Credentials, Member } from "./caller.ts";
import type { AccessToken, Organization } from "./credential.ts";
import { maskedKey } from "./key-secret.ts";
import { digestOf } from "./secret-digest.ts";
import type { CredentialStore } from "./token-ports.ts";
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
  /**
   * Lets a caller into an organization's management area.
   *
   * @param organization its name or its id.
   * @throws DomainError `UNAUTHENTICATED` when there is no credential, or it is not known or not valid any more;
   *   `FORBIDDEN` when it belongs to another organization.
   */
  enter(credentials: Pick<Credentials, "accessToken">, organization: string): Promise<Member>;
  organizationOf(caller: Caller): Promise<Organization>;
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

    async enter({ accessToken }, organization) {
      const token = accessToken && (await findBySecret(database.records.accessTokens, accessToken));
      if (!token || !token.active) throw unknownCredential();
      const entered = await database.records.organizations.find(token.organizationId);
      if (entered?.slug !== organization && entered?.id !== organization) {
        throw new DomainError("FORBIDDEN", "These credentials belong to another organization.");
      }
      return memberOf(token);
    },

    async organizationOf({ organizationId }) {
      const organization = await database.records.organizations.find(organizationId);
      if (!organization) throw new TypeError(`There is no organization ${organizationId}.`);
      return organization;
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
  return memberOf(found);
}

function memberOf({ id, organizationId, tier }: AccessToken): Member {
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
    masked: maskedKey(credentials.accessToken),
    userId: null,
    lastUsedAt: null,
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
