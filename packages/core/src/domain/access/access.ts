import { DomainError } from "../domain-error.ts";
import type { Database } from "../ports.ts";
import type { KeyRecords } from "./model/key-ports.ts";
import type { OrganizationRecords } from "./model/organization-ports.ts";
import type { SessionRecords, TokenRecords } from "./model/token-ports.ts";
import type { UserRecords } from "./model/user-ports.ts";
import type { Caller, Credentials, Member } from "./model/caller.ts";
import type { AccessToken, Organization } from "./model/credential.ts";
import { findBySecret } from "./keys/find-by-secret.ts";
import { insertFirst, type FirstCredentials } from "./keys/first-credentials.ts";
import {
  findSession,
  isBound,
  memberOfSession,
  sessionEnded,
  type SessionLife,
  sessionMember,
  useSession,
} from "./sessions/session-member.ts";
import type { ExtractionKey } from "./model/credential.ts";
import { memberOfToken, useToken } from "./tokens/token-member.ts";
import { countRequests, useKey } from "./keys/use-key.ts";

export interface Access {
  /**
   * Authenticates a caller and counts the request. A bearer takes precedence over an access token, a token over a key,
   * and a key over a session.
   *
   * @throws DomainError `UNAUTHENTICATED` if the credentials are missing or unknown, `FORBIDDEN` if they were revoked
   * or
   * their user is deactivated, `QUOTA_EXCEEDED` if the rate limit is exceeded.
   */
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Counts the calls that a request contains besides the first, such as those of a batch, towards the caller's rate limit.
   *
   * @throws DomainError `QUOTA_EXCEEDED`.
   */
  countFurther(caller: Caller, calls: number): Promise<void>;
  /**
   * Admits a caller to an organization's management API. An access token takes precedence over a session.
   *
   * @param organization its name or its id.
   * @throws DomainError `UNAUTHENTICATED` if the credentials are missing, unknown or no longer valid; `FORBIDDEN` if
   * they
   * belong to another organization.
   */
  enter(credentials: Pick<Credentials, "accessToken" | "session">, organization: string): Promise<Member>;
  organizationOf(caller: Caller): Promise<Organization>;
  /** Whether credentials are valid, without counting a request. */
  holds(credentials: Credentials): Promise<boolean>;
  /** Creates an organization with a manager, an extraction key and an access token, unless one exists. */
  createFirst(credentials: FirstCredentials): Promise<"created" | "exists">;
}

interface AccessPorts extends SessionLife {
  readonly database: Database<OrganizationRecords & UserRecords & KeyRecords & TokenRecords & SessionRecords>;
}

export function createAccess(ports: AccessPorts): Access {
  const { database, environment } = ports;
  return {
    async authenticate({ extractionKey, accessToken, bearer, session }) {
      if (bearer) return bearerCaller(ports, bearer);
      if (accessToken) return accessTokenCaller(ports, accessToken);
      if (extractionKey) return extractionKeyCaller(ports, extractionKey);
      if (session) return sessionMember(ports, session);
      throw new DomainError("UNAUTHENTICATED", "Credentials are missing.");
    },

    async countFurther(caller, calls) {
      if (caller.kind !== "extraction_key" || calls < 1) return;
      const { requestsPerMinute } = caller.quota;
      const now = environment.now();
      await countRequests(database, { id: caller.id, requestsPerMinute }, { requests: calls, now });
    },

    enter: (credentials, organization) => enter(ports, credentials, organization),

    async organizationOf({ organizationId }) {
      const organization = await database.records.organizations.find(organizationId);
      if (!organization) throw new TypeError(`Unknown organization ${organizationId}.`);
      return organization;
    },

    async holds({ extractionKey, accessToken, session }) {
      const { accessTokens, extractionKeys } = database.records;
      if (accessToken) {
        const token = await findBySecret(accessTokens, accessToken);
        return token !== undefined && (await memberOfToken(database.records, token)) !== undefined;
      }
      if (extractionKey) return (await findBySecret(extractionKeys, extractionKey))?.revokedAt === null;
      return session !== undefined && (await isSessionValid(ports, session));
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

async function isSessionValid(ports: AccessPorts, secret: string): Promise<boolean> {
  const session = await findSession(ports, secret);
  if (!session?.organizationId) return false;
  return (await memberOfSession(ports, session, session.organizationId)) !== undefined;
}

async function bearerCaller(ports: AccessPorts, secret: string): Promise<Caller> {
  const key = await findBySecret(ports.database.records.extractionKeys, secret);
  return key ? callerWithKey(ports, key) : accessTokenCaller(ports, secret);
}

async function extractionKeyCaller(ports: AccessPorts, secret: string): Promise<Caller> {
  const key = await findBySecret(ports.database.records.extractionKeys, secret);
  if (!key) throw unknownCredential();
  return callerWithKey(ports, key);
}

async function callerWithKey({ database, environment }: AccessPorts, found: ExtractionKey): Promise<Caller> {
  if (found.revokedAt) throw new DomainError("FORBIDDEN", "This key was revoked.");
  await useKey(database, found, environment.now());
  const { id, organizationId, requestsPerMinute, pagesPerDay, pagesPerMonth } = found;
  return {
    kind: "extraction_key",
    id,
    organizationId,
    quota: { requestsPerMinute, pagesPerDay, pagesPerMonth },
  };
}

async function accessTokenCaller(ports: AccessPorts, secret: string): Promise<Member> {
  const token = await findBySecret(ports.database.records.accessTokens, secret);
  if (!token) throw unknownCredential();
  const member = await validMember(ports, token);
  if (!member) throw new DomainError("FORBIDDEN", "This token was revoked.");
  return member;
}

async function enter(
  ports: AccessPorts,
  { accessToken, session }: Pick<Credentials, "accessToken" | "session">,
  name: string,
): Promise<Member> {
  if (!accessToken) return enterBySession(ports, session, name);
  const { records } = ports.database;
  const token = await findBySecret(records.accessTokens, accessToken);
  const member = token && (await validMember(ports, token));
  if (!member) throw unknownCredential();
  const organization = await records.organizations.find(member.organizationId);
  if (!organization || !isCalled(organization, name)) throw foreignOrganization();
  return member;
}

async function enterBySession(ports: AccessPorts, secret: string | undefined, name: string): Promise<Member> {
  const session = secret && (await findSession(ports, secret));
  if (!session) throw unknownCredential();
  const { organizations } = ports.database.records;
  const organization = (await organizations.findBySlug(name)) ?? (await organizations.find(name));
  const member = organization && (await memberOfSession(ports, session, organization.id));
  const hasEnded = !member && isBound(session) && session.organizationId === organization?.id;
  if (hasEnded) throw sessionEnded();
  if (!member) throw foreignOrganization();
  await useSession(ports, session);
  return member;
}

/** Undefined if the token is no longer valid, or its member is deactivated. */
async function validMember(ports: AccessPorts, token: AccessToken): Promise<Member | undefined> {
  const member = await memberOfToken(ports.database.records, token);
  if (member) await useToken(ports.database, token, ports.environment.now());
  return member;
}

function isCalled({ slug, id }: Organization, name: string): boolean {
  return slug === name || id === name;
}

function unknownCredential(): DomainError {
  return new DomainError("UNAUTHENTICATED", "The credentials are not valid.");
}

function foreignOrganization(): DomainError {
  return new DomainError("FORBIDDEN", "These credentials belong to another organization.");
}
