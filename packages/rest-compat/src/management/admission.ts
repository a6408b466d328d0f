import type { ShareableKind } from "@galley/core/domain";
import type { Visit } from "./visit.ts";

type Params = Readonly<Record<string, string>>;

/**
 * Checks permissions before the body is read, so callers who cannot change a record learn nothing about the change.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`.
 */
export type Admission = (visit: Visit, params: Params) => Promise<unknown>;

/** Admits members who can manage the record that a placeholder of the path names. */
export function managing(kind: ShareableKind, placeholder = "id"): Admission {
  return ({ application, member }, params) =>
    application.sharing.assertManages(member, { kind, id: params[placeholder] ?? "" });
}
