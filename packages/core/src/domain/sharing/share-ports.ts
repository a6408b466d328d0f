import type { Share, ShareableKind } from "../access/model/shareable.ts";

export interface ShareRecords {
  readonly shares: ShareStore;
}

export interface ShareStore {
  /** The shares of all given records. */
  listOfRecords(kind: ShareableKind, recordIds: readonly string[]): Promise<readonly Share[]>;
  put(share: Share): Promise<void>;
  remove(recordId: string, userId: string): Promise<void>;
  /** Deletes the shares of a deleted record. */
  removeAll(recordId: string): Promise<void>;
  /** Deletes the shares of a user who leaves an organization. */
  removeOfUser(organizationId: string, userId: string): Promise<void>;
}

/** Restricts a list to what a user can see. */
export interface Visibility {
  readonly organizationId: string;
  /** Null sees everything in the organization. */
  readonly userId: string | null;
}
