/** Inserts a record whose id and one other property are unique. */
export function insertUnique<R extends { readonly id: string }>(
  table: Map<string, R>,
  record: R,
  unique: keyof R,
): void {
  for (const other of table.values()) {
    if (other.id === record.id || other[unique] === record[unique]) throw new Error("The record exists.");
  }
  table.set(record.id, record);
}
