/** A caller's own name for a submission, so that sending it again makes no second job. */
export interface IdempotencyClaim {
  readonly organizationId: string;
  readonly key: string;
  /** SHA-256, hexadecimal: the same for the same document with the same options, and for nothing else. */
  readonly fingerprint: string;
  /** The job that the submission made. */
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
   * Claims a key, and forgets the organization's claims older than `since`. Where the key is claimed already, that
   * claim is the answer. Whoever claims it at the same time waits until the transaction ends.
   */
  claim(claim: IdempotencyClaim, { since }: { readonly since: Date }): Promise<IdempotencyClaim | undefined>;
  /** Forgets every organization's claims that are older than `before`, and answers how many. */
  forget(before: Date): Promise<number>;
}
