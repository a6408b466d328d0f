import type { JobStatus } from "../generated/graphql.ts";

/** What the list of documents is narrowed to. */
export interface DocumentFilter {
  readonly status?: readonly JobStatus[] | undefined;
  readonly search?: string | undefined;
  readonly tag?: string | undefined;
  /** Newest first unless given. */
  readonly sort?: "name" | undefined;
}
