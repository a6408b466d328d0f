import type { Share, ShareableKind } from "./shareable.ts";

export interface ShareRecords {
  readonly shares: ShareStore;
}

export interface ShareStore {
  /** Those of any of the records. */
  listOfRecords(kind: ShareableKind, recordIds: readonly string[]): Promise<readonly Share[]>;
  put(share: Share): Promise<void>;
  remove(recordId: string, userId: string): Promise<void>;
  /** Forgets every share of a record that is gone. */
  removeAll(recordId: string): Promise<void>;
  /** Forgets what is shared with a user who leaves an organization. */
  removeOfUser(organizationId: string, userId: string): Promise<void>;
}

/** Who asks for a list: everything of the organization, or what a user sees. */
export interface Visibility {
  readonly organizationId: string;
  /** Null sees all of it. */
  readonly userId: string | null;
}
