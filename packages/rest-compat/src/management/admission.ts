import type { ShareableKind } from "@galley/core/domain";
import type { Visit } from "./visit.ts";

type Params = Readonly<Record<string, string>>;

/**
 * Whether a caller may go on. Asked before the body is read: whoever may not change a record learns nothing of what
 * would be wrong with the change.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`.
 */
export type Admission = (visit: Visit, params: Params) => Promise<unknown>;

/** For those who manage the record that a placeholder of the path names. */
export function managing(kind: ShareableKind, placeholder = "id"): Admission {
  return ({ application, member }, params) =>
    application.sharing.assertManages(member, { kind, id: params[placeholder] ?? "" });
}
