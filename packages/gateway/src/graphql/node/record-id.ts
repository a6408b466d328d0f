import { DomainError } from "@galley/core/domain";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Validates an id from a request; anything but a UUID cannot be the id of a record.
 *
 * @throws DomainError `NOT_FOUND`.
 */
export function recordId(id: string, { kind, field }: { kind: string; field: string }): string {
  if (UUID.test(id)) return id;
  throw new DomainError("NOT_FOUND", `There is no such ${kind}.`, { field });
}
