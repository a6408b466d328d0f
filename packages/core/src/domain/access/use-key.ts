import { DomainError } from "../domain-error.ts";
import type { Database } from "../ports.ts";
import type { KeyRecords } from "./key-ports.ts";
import type { ExtractionKey } from "./credential.ts";

const MINUTE_MS = 60_000;

/**
 * Takes down that a key is used, at most once a minute, and holds it to its rate. The minutes are those of the clock,
 * counted in the database, so that the rate holds over all replicas.
 *
 * @throws DomainError `QUOTA_EXCEEDED`.
 */
export async function useKey(database: Database<KeyRecords>, key: ExtractionKey, now: Date): Promise<void> {
  await countRequest(database, key, now);
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < MINUTE_MS) return;
  await database.transaction(({ extractionKeys }) => extractionKeys.update(key.id, { lastUsedAt: now }));
}

async function countRequest(
  database: Database<KeyRecords>,
  { id, requestsPerMinute }: ExtractionKey,
  now: Date,
): Promise<void> {
  if (requestsPerMinute === null) return;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const requests = await database.transaction(({ extractionKeys }) =>
    extractionKeys.countRequest(id, minute),
  );
  if (requests <= requestsPerMinute) return;
  const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000);
  throw new DomainError("QUOTA_EXCEEDED", `This key may make ${requestsPerMinute} requests a minute.`, {
    retryAfterSeconds,
  });
}
