/** A key chosen by the caller, so that a repeated submission creates no second job. */
export interface IdempotencyClaim {
  readonly organizationId: string;
  readonly key: string;
  /** SHA-256, hexadecimal, of the document and its options. */
  readonly fingerprint: string;
  /** The job that the submission created. */
  readonly jobId: string;
  readonly createdAt: Date;
}

export interface IdempotencyStore {
  /** The claim of a key, if it is not older than `since`. */
  find(
    organizationId: string,
    key: string,
    { since }: { readonly since: Date },
  ): Promise<IdempotencyClaim | undefined>;
  /**
   * Claims a key, and deletes the organization's claims older than `since`. If the key is already claimed, returns
   * that claim. Concurrent claims of the key wait until the transaction ends.
   */
  claim(claim: IdempotencyClaim, { since }: { readonly since: Date }): Promise<IdempotencyClaim | undefined>;
  /** Deletes the claims of all organizations older than `before` and returns their number. */
  forget(before: Date): Promise<number>;
}
