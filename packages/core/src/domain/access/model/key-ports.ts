import type { ExtractionKey } from "./credential.ts";
import type { CredentialStore } from "./token-ports.ts";

export interface KeyRecords {
  readonly extractionKeys: ExtractionKeyStore;
}

export interface ExtractionKeyStore extends CredentialStore<ExtractionKey> {
  find(id: string): Promise<ExtractionKey | undefined>;
  /** Newest first. */
  list(organizationId: string): Promise<readonly ExtractionKey[]>;
  /** Reads a key and locks it until the transaction ends. */
  lock(id: string): Promise<ExtractionKey | undefined>;
  update(id: string, changes: Partial<Omit<ExtractionKey, "id" | "organizationId">>): Promise<void>;
  /**
   * Counts requests and returns the number of requests of the key in that minute, including these. Minutes are
   * counted since 1970. An earlier minute counts as the current one, since clocks differ.
   */
  countRequests(id: string, minute: number, requests: number): Promise<number>;
}
