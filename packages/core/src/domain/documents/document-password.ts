import { DomainError } from "../domain-error.ts";
import type { SecretBox, SecretPlace } from "../ports.ts";

/** The same limit as in the extraction. */
export const MAX_DOCUMENT_PASSWORD_LENGTH = 1000;

/** The record that stores a password: a job until it is settled, a workflow for all its documents. */
export interface PasswordHolder {
  readonly table: "job" | "workflow";
  readonly id: string;
  readonly organizationId: string;
}

/** The encrypted password; null for none. */
export function sealedDocumentPassword(
  secrets: SecretBox,
  holder: PasswordHolder,
  password: string | undefined,
): string | null {
  return password ? secrets.seal(password, placeOf(holder)) : null;
}

/** In clear; undefined for none. */
export function openedDocumentPassword(
  secrets: SecretBox,
  holder: PasswordHolder,
  sealed: string | null,
): string | undefined {
  return sealed === null ? undefined : secrets.open(sealed, placeOf(holder));
}

/**
 * The passwords that are tried for a document of a connector, one per line: the given one, then those of the settings.
 * Undefined for none.
 */
export function passwordsToTry(
  given: string | undefined,
  { documentPasswords }: { readonly documentPasswords?: unknown },
): string | undefined {
  const ofConnector = Array.isArray(documentPasswords) ? documentPasswords : [documentPasswords];
  const passwords = [given, ...ofConnector].filter((one) => typeof one === "string" && one !== "");
  return passwords.length === 0 ? undefined : passwords.join("\n");
}

/** @throws DomainError `BAD_INPUT` of the field `documentPassword`. */
export function assertDocumentPassword(password: string | undefined): void {
  if (password === undefined || password.length <= MAX_DOCUMENT_PASSWORD_LENGTH) return;
  const field = "documentPassword";
  const message = `${field}: expected at most ${MAX_DOCUMENT_PASSWORD_LENGTH} characters`;
  throw new DomainError("BAD_INPUT", message, { field });
}

function placeOf({ table, id, organizationId }: PasswordHolder): SecretPlace {
  return { organizationId, table, row: id, column: "sealed_document_password" };
}
