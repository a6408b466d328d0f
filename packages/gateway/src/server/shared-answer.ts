/** Asks once for all who ask before the answer is there. */
export function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return () =>
    (asked ??= ask().finally(() => {
      asked = undefined;
    }));
}
