import type { Caller } from "../access/model/caller.ts";
import type { KeyLimits } from "../access/model/caller.ts";
import type { ExtractionKey } from "../access/model/credential.ts";
import { maskedKey, newKeySecret } from "../access/keys/key-secret.ts";
import { assertMay } from "../access/model/policy.ts";
import { digestOf } from "../access/keys/secret-digest.ts";
import { DomainError } from "../domain-error.ts";
import type { Database, Environment, Transaction } from "../ports.ts";
import type { KeyRecords } from "../access/model/key-ports.ts";

export interface KeyRequest {
  /** The purpose of the key; at most 255 characters. */
  readonly description: string;
  /** Undefined limits are unlimited. */
  readonly limits?: Partial<KeyLimits> | undefined;
}

/** A key with its secret, which is returned once: only its digest is stored. */
export interface IssuedKey {
  readonly key: ExtractionKey;
  readonly secret: string;
}

/**
 * The extraction keys of the caller's organization.
 *
 * Every call throws DomainError `FORBIDDEN` unless the policy allows it, and `NOT_FOUND` if the organization has no
 * such key.
 */
export interface Keys {
  /** Newest first, including revoked keys. */
  list(caller: Caller): Promise<readonly ExtractionKey[]>;
  /** @throws DomainError `BAD_INPUT` (`field` names the argument). */
  create(caller: Caller, request: KeyRequest): Promise<IssuedKey>;
  /**
   * Replaces a key's secret. The old one is invalid as soon as the call resolves; to change keys without an
   * interruption, create a second key and revoke the first one later. Limits and counts are kept.
   *
   * @throws DomainError `CONFLICT` if the key was revoked.
   */
  rotate(caller: Caller, id: string): Promise<IssuedKey>;
  /** Revokes a key permanently. A revoked key is unchanged. */
  revoke(caller: Caller, id: string): Promise<ExtractionKey>;
}

const MAX_DESCRIPTION_LENGTH = 255;

/** The largest integer that every API and store supports. */
const MAX_LIMIT = 2 ** 31 - 1;

interface KeyPorts {
  readonly database: Database<KeyRecords>;
  readonly environment: Environment;
}

export function createKeys(ports: KeyPorts): Keys {
  return {
    async list(caller) {
      assertMay(caller, "see extraction keys");
      return ports.database.records.extractionKeys.list(caller.organizationId);
    },
    create: (caller, request) => createKey(ports, caller, request),
    rotate: (caller, id) => rotateKey(ports, caller, id),
    revoke: (caller, id) => revokeKey(ports, caller, id),
  };
}

async function createKey(
  { database, environment }: KeyPorts,
  caller: Caller,
  { description, limits = {} }: KeyRequest,
): Promise<IssuedKey> {
  assertMay(caller, "manage extraction keys");
  if (description.length > MAX_DESCRIPTION_LENGTH) {
    throw badInput("description", `expected at most ${MAX_DESCRIPTION_LENGTH} characters`);
  }
  const secret = newKeySecret(environment);
  const key: ExtractionKey = {
    ...checkedLimits(limits),
    id: environment.uuid(),
    organizationId: caller.organizationId,
    description,
    digest: digestOf(secret),
    masked: maskedKey(secret),
    createdAt: environment.now(),
    rotatedAt: null,
    revokedAt: null,
    lastUsedAt: null,
  };
  await database.transaction(({ extractionKeys }) => extractionKeys.insert(key));
  return { key, secret };
}

async function rotateKey(
  { database, environment }: KeyPorts,
  caller: Caller,
  id: string,
): Promise<IssuedKey> {
  assertMay(caller, "manage extraction keys");
  return database.transaction(async (records) => {
    const key = await lockedKey(records, caller, id);
    if (key.revokedAt) throw new DomainError("CONFLICT", "The key was revoked. Create a new one.");
    const secret = newKeySecret(environment);
    const changes = {
      digest: digestOf(secret),
      masked: maskedKey(secret),
      rotatedAt: environment.now(),
    };
    await records.extractionKeys.update(id, changes);
    return { key: { ...key, ...changes }, secret };
  });
}

async function revokeKey(
  { database, environment }: KeyPorts,
  caller: Caller,
  id: string,
): Promise<ExtractionKey> {
  assertMay(caller, "manage extraction keys");
  return database.transaction(async (records) => {
    const key = await lockedKey(records, caller, id);
    if (key.revokedAt) return key;
    const changes = { revokedAt: environment.now() };
    await records.extractionKeys.update(id, changes);
    return { ...key, ...changes };
  });
}

async function lockedKey(
  { extractionKeys }: Transaction<KeyRecords>,
  { organizationId }: Caller,
  id: string,
): Promise<ExtractionKey> {
  const key = await extractionKeys.lock(id);
  if (key?.organizationId === organizationId) return key;
  throw new DomainError("NOT_FOUND", "Key not found.", { field: "id" });
}

function checkedLimits(limits: Partial<KeyLimits>): KeyLimits {
  const { pagesPerDay = null, pagesPerMonth = null, requestsPerMinute = null } = limits;
  const all = { pagesPerDay, pagesPerMonth, requestsPerMinute };
  for (const [field, limit] of Object.entries(all)) {
    if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT)) continue;
    throw badInput(field, `expected a whole number from 1 to ${MAX_LIMIT}`);
  }
  return all;
}

function badInput(field: string, valid: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${valid}`, { field });
}
