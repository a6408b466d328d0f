import { DomainError } from "../domain-error.ts";
import type { LimitName } from "./organization-limits.ts";

/** A limit of an organization was reached. */
export class LimitError extends DomainError {
  readonly limit: LimitName;

  constructor(limit: LimitName, message: string, options: { readonly retryAfterSeconds: number }) {
    super("QUOTA_EXCEEDED", message, options);
    this.limit = limit;
  }
}
