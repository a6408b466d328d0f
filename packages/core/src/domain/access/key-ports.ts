import type { ExtractionKey } from "./credential.ts";
import type { CredentialStore } from "./token-ports.ts";

export interface KeyRecords {
  readonly extractionKeys: ExtractionKeyStore;
}

export interface ExtractionKeyStore extends CredentialStore<ExtractionKey> {
  find(id: string): Promise<ExtractionKey | undefined>;
  /** Newest first. */
  list(organizationId: string): Promise<readonly ExtractionKey[]>;
  /** Reads a key and keeps others from changing it until the transaction ends. */
  lock(id: string): Promise<ExtractionKey | undefined>;
  update(id: string, changes: Partial<Omit<ExtractionKey, "id" | "organizationId">>): Promise<void>;
  /**
   * Counts a request and answers how many the key has made in that minute, this one included. Minutes are numbered
   * since 1970. A minute that is over counts as the one that is running, since clocks differ.
   */
  countRequest(id: string, minute: number): Promise<number>;
}
