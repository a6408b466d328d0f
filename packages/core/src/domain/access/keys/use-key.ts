import { DomainError } from "../../domain-error.ts";
import type { Database } from "../../ports.ts";
import type { KeyRecords } from "../model/key-ports.ts";
import type { ExtractionKey } from "../model/credential.ts";

const MINUTE_MS = 60_000;

/**
 * Records the use of a key, at most once a minute, and enforces its rate limit. Requests per clock minute are counted
 * in the database, so the limit holds across replicas.
 *
 * @throws DomainError `QUOTA_EXCEEDED`.
 */
export async function useKey(database: Database<KeyRecords>, key: ExtractionKey, now: Date): Promise<void> {
  await countRequests(database, key, { requests: 1, now });
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < MINUTE_MS) return;
  await database.transaction(({ extractionKeys }) => extractionKeys.update(key.id, { lastUsedAt: now }));
}

/**
 * Counts requests of a key, which are as many as the calls that one HTTP request contains.
 *
 * @throws DomainError `QUOTA_EXCEEDED`.
 */
export async function countRequests(
  database: Database<KeyRecords>,
  { id, requestsPerMinute }: Pick<ExtractionKey, "id" | "requestsPerMinute">,
  { requests: more, now }: { readonly requests: number; readonly now: Date },
): Promise<void> {
  if (requestsPerMinute === null) return;
  const minute = Math.floor(now.getTime() / MINUTE_MS);
  const requests = await database.transaction(({ extractionKeys }) =>
    extractionKeys.countRequests(id, minute, more),
  );
  if (requests <= requestsPerMinute) return;
  const retryAfterSeconds = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000);
  throw new DomainError(
    "QUOTA_EXCEEDED",
    `This key has exceeded its limit of ${requestsPerMinute} requests per minute.`,
    {
      retryAfterSeconds,
    },
  );
}
