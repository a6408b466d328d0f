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
