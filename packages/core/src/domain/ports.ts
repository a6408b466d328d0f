/** Time and randomness. */
export interface Environment {
  now(): Date;
  /** A random UUID, version 4. */
  uuid(): string;
  /** Random bytes from a cryptographic source. */
  randomBytes(length: number): Uint8Array;
}

/**
 * Stores records. Transactions are atomic; their outbox (queue entries, announcements) is sent only on commit.
 *
 * `R` are the records that a use case reads and writes, `O` the outbox that it fills. Each subject declares its own.
 */
export interface Database<R, O = unknown> {
  /** For reads outside a transaction. */
  readonly records: R;
  transaction<T>(
    work: (records: Transaction<R, O>) => Promise<T>,
    durability?: TransactionDurability,
  ): Promise<T>;
}

/** The records within a transaction, and its outbox. */
export type Transaction<R, O = unknown> = R & O;

export interface TransactionDurability {
  /**
   * Set if the work is repeated after a crash: the transaction then does not wait for the disk, and a crash of the
   * database may undo it, unless a later transaction without this option has returned.
   */
  readonly mayBeUndone: boolean;
}

/** Stores documents in a folder or a bucket. The application generates the keys; they never contain a caller's text. */
export interface ObjectStore {
  /**
   * Stores a stream atomically. Resolves when the object is durable.
   *
   * @param readable called once `openFile` finds the whole object, which may be before it is durable
   */
  write(key: string, content: AsyncIterable<Uint8Array>, readable?: () => void): Promise<void>;
  /** The object as a local file, until it is disposed. */
  openFile(key: string): Promise<LocalFile>;
  /** Deletes an object; does nothing if it does not exist. */
  remove(key: string): Promise<void>;
}

export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Where an encrypted secret is stored. It can be decrypted for this place only. */
export interface SecretPlace {
  readonly organizationId: string;
  readonly table: string;
  /** The id of the record. */
  readonly row: string;
  readonly column: string;
}

/** Encrypts secrets that must be used again, such as tokens for other servers. */
export interface SecretBox {
  seal(plain: string, place: SecretPlace): string;
  /** @throws Error if it was encrypted for another place, was changed, or its key is not available. */
  open(sealed: string, place: SecretPlace): string;
}
