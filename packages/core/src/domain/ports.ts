/** The world as it is: time and chance. */
export interface Environment {
  now(): Date;
  /** A random UUID, version 4. */
  uuid(): string;
  /** Random bytes from a cryptographic source. */
  randomBytes(length: number): Uint8Array;
}

/**
 * Stores records. A transaction happens whole or not at all, and its outbox (queue entries, announcements) is sent only
 * when it commits.
 *
 * `R` are the records that a use case reads and writes, `O` the outbox that it fills. Each subject declares its own.
 */
export interface Database<R, O = unknown> {
  /** For reading outside a transaction. */
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
   * A crash of the database may undo the transaction shortly after its end, unless a later one that may not be undone
   * has ended meanwhile. For what is done again in that case: it does not wait for the disk.
   */
  readonly mayBeUndone: boolean;
}

/** Where documents rest: a folder or a bucket. Keys are made by the application, never from a caller's words. */
export interface ObjectStore {
  /** Stores a stream; the object appears whole or not at all. */
  write(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** The object as a file that stays until it is disposed. */
  openFile(key: string): Promise<LocalFile>;
  /** Removes an object; one that is not there is no error. */
  remove(key: string): Promise<void>;
}

export interface LocalFile extends AsyncDisposable {
  readonly path: string;
}

/** Where a secret rests. What was sealed for one place cannot be opened at another. */
export interface SecretPlace {
  readonly organizationId: string;
  readonly table: string;
  /** The record's id. */
  readonly row: string;
  readonly column: string;
}

/** Keeps secrets that must be used again, such as tokens for foreign servers, unreadable where they rest. */
export interface SecretBox {
  seal(plain: string, place: SecretPlace): string;
  /** @throws Error when it was not sealed for this place, was changed, or its key is not at hand. */
  open(sealed: string, place: SecretPlace): string;
}
