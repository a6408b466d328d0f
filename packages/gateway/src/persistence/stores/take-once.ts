/**
 * Deletes the row that was found and returns it. Of several transactions that found it, one deletes it.
 *
 * @param remove returns the number of deleted rows.
 */
export async function takeOnce<R>(
  found: R | null,
  remove: (found: R) => Promise<number>,
): Promise<R | undefined> {
  return found !== null && (await remove(found)) === 1 ? found : undefined;
}
