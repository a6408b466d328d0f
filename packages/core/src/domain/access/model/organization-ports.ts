import type { Organization } from "./credential.ts";

export interface OrganizationRecords {
  readonly organizations: OrganizationStore;
}

export interface OrganizationStore {
  insert(organization: Organization): Promise<void>;
  findBySlug(slug: string): Promise<Organization | undefined>;
  find(id: string): Promise<Organization | undefined>;
  /** By slug, at most `limit`. */
  list(limit: number): Promise<readonly Organization[]>;
  /** Locks all organizations until the transaction ends, so that a first start happens once. */
  lockAll(): Promise<void>;
}
