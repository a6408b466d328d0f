import { DomainError } from "../../domain-error.ts";
import { assertName } from "../../names.ts";
import type { Database, Environment, Transaction } from "../../ports.ts";
import type { SessionRecords, TokenRecords } from "../model/token-ports.ts";
import type { UserRecords } from "../model/user-ports.ts";
import { ACCESS_TIERS, type AccessTier, type Caller, type Member } from "../model/caller.ts";
import type { AccessToken } from "../model/credential.ts";
import { maskedToken } from "../keys/key-secret.ts";
import { memberWhoMay, tierReaches } from "../model/policy.ts";
import { digestOf } from "../keys/secret-digest.ts";

export interface AccessTokenRequest {
  /** At most 128 characters. */
  readonly name: string;
  /** At most 255 characters. */
  readonly description: string;
  readonly tier: AccessTier;
  /** The member it acts for; null creates a service account, which requires a manager. */
  readonly userId: string | null;
}

/** A token with its secret, which is returned once: only its digest is stored. */
export interface IssuedToken {
  readonly token: AccessToken;
  readonly secret: string;
}

/**
 * The access tokens of the caller's organization: all of them for managers and service accounts, their own for
 * members. Callers cannot create a token with more permissions than their own credentials.
 *
 * Every call throws DomainError `FORBIDDEN` unless the policy allows it, and `NOT_FOUND` if the caller cannot see the
 * token.
 */
export interface AccessTokens {
  /** Newest first. */
  list(caller: Caller): Promise<readonly AccessToken[]>;
  find(caller: Caller, id: string): Promise<AccessToken>;
  /** @throws DomainError `BAD_INPUT` (`field` names the argument). */
  create(caller: Caller, request: AccessTokenRequest): Promise<IssuedToken>;
  /** Replaces a token's secret. The old one is invalid as soon as the call resolves. */
  rotate(caller: Caller, id: string): Promise<IssuedToken>;
  /** Changes the given fields. @throws DomainError `BAD_INPUT`. */
  update(
    caller: Caller,
    id: string,
    changes: Partial<Pick<AccessToken, "name" | "description" | "tier" | "active">>,
  ): Promise<AccessToken>;
  remove(caller: Caller, id: string): Promise<AccessToken>;
}

const MAX_NAME_LENGTH = 128;
const MAX_DESCRIPTION_LENGTH = 255;

interface TokenPorts {
  readonly database: Database<TokenRecords & SessionRecords & UserRecords>;
  readonly environment: Environment;
}

export function createAccessTokens(ports: TokenPorts): AccessTokens {
  const { database } = ports;
  return {
    async list(caller) {
      const member = memberWhoMay(caller, "see access tokens");
      const tokens = await database.records.accessTokens.list(member.organizationId);
      return tokens.filter((token) => sees(member, token));
    },
    async find(caller, id) {
      const member = memberWhoMay(caller, "see access tokens");
      return seen(member, await database.records.accessTokens.find(id));
    },
    create: (caller, request) => createToken(ports, caller, request),
    rotate: (caller, id) => rotateToken(ports, caller, id),
    update: (caller, id, changes) => updateToken(ports, { caller, id }, changes),
    async remove(caller, id) {
      const member = memberWhoMay(caller, "delete access tokens");
      return database.transaction(async (records) => {
        const token = await lockedToken(records, member, id);
        await records.accessTokens.remove(id);
        return token;
      });
    },
  };
}

async function createToken(
  { database, environment }: TokenPorts,
  caller: Caller,
  request: AccessTokenRequest,
): Promise<IssuedToken> {
  const member = memberWhoMay(caller, "manage access tokens");
  const { name, description, tier, userId } = request;
  checkTexts(request);
  assertGrants(member, tier);
  const { organizationId } = member;
  if (member.role !== "manager" && userId !== member.userId) {
    throw new DomainError(
      "FORBIDDEN",
      "Members can create tokens for themselves only. Ask a manager to create tokens for others.",
    );
  }
  if (userId !== null && !(await database.records.memberships.find(organizationId, userId))) {
    throw badInput("userId", "expected the id of a member of the organization");
  }
  const secret = environment.uuid();
  const now = environment.now();
  const token: AccessToken = {
    id: environment.uuid(),
    organizationId,
    userId,
    name,
    description,
    digest: digestOf(secret),
    masked: maskedToken(secret),
    tier,
    active: true,
    createdAt: now,
    updatedAt: now,
    lastUsedAt: null,
  };
  await database.transaction(({ accessTokens }) => accessTokens.insert(token));
  return { token, secret };
}

async function rotateToken(
  { database, environment }: TokenPorts,
  caller: Caller,
  id: string,
): Promise<IssuedToken> {
  const member = memberWhoMay(caller, "manage access tokens");
  return database.transaction(async (records) => {
    const token = await lockedToken(records, member, id);
    assertGrants(member, token.tier);
    const secret = environment.uuid();
    const changes = {
      digest: digestOf(secret),
      masked: maskedToken(secret),
      updatedAt: environment.now(),
    };
    await records.accessTokens.update(id, changes);
    await records.sessions.removeOfToken(id);
    return { token: { ...token, ...changes }, secret };
  });
}

async function updateToken(
  { database, environment }: TokenPorts,
  { caller, id }: { readonly caller: Caller; readonly id: string },
  given: Partial<Pick<AccessToken, "name" | "description" | "tier" | "active">>,
): Promise<AccessToken> {
  const member = memberWhoMay(caller, "manage access tokens");
  checkTexts(given);
  return database.transaction(async (records) => {
    const token = await lockedToken(records, member, id);
    assertGrants(member, token.tier);
    if (given.tier) assertGrants(member, given.tier);
    const changes = { ...given, updatedAt: environment.now() };
    await records.accessTokens.update(id, changes);
    return { ...token, ...changes };
  });
}

async function lockedToken(
  { accessTokens }: Transaction<TokenRecords>,
  member: Member,
  id: string,
): Promise<AccessToken> {
  return seen(member, await accessTokens.lock(id));
}

function seen(member: Member, token: AccessToken | undefined): AccessToken {
  if (token && sees(member, token)) return token;
  throw new DomainError("NOT_FOUND", "There is no such access token.", { field: "id" });
}

function sees({ organizationId, role, userId }: Member, token: AccessToken): boolean {
  if (token.organizationId !== organizationId) return false;
  return role === "manager" || token.userId === userId;
}

/** Prevents a credential from creating, or obtaining, a token with a higher tier. */
function assertGrants(member: Member, tier: AccessTier): void {
  if (tierReaches(member.tier, tier)) return;
  const granted = ACCESS_TIERS.filter((one) => tierReaches(member.tier, one)).join(", ");
  throw new DomainError("FORBIDDEN", `A credential of the tier ${member.tier} can only grant: ${granted}.`);
}

function checkTexts({
  name,
  description = "",
}: Partial<Pick<AccessTokenRequest, "name" | "description">>): void {
  if (name !== undefined) assertName(name, MAX_NAME_LENGTH);
  if (description.length > MAX_DESCRIPTION_LENGTH)
    throw badInput("description", `expected at most ${MAX_DESCRIPTION_LENGTH} characters`);
}

function badInput(field: string, valid: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${valid}`, { field });
}
