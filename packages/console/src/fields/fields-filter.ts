import type { DocumentFieldsFilter, FieldsStatus } from "../generated/graphql.ts";

/** What the table of documents is narrowed to. */
export interface FieldsFilter {
  /** Default: invoices. */
  readonly schema?: string | undefined;
  readonly status?: readonly FieldsStatus[] | undefined;
  readonly search?: string | undefined;
}

export function apiFilter({ status = [], search }: FieldsFilter): DocumentFieldsFilter {
  return { statuses: [...status], ...(search !== undefined && { search }) };
}
