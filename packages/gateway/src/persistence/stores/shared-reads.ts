interface Reading<T> {
  readonly current: Promise<T>;
  next: Promise<T> | undefined;
}

/**
 * Reads that concurrent callers share without ever getting an old record: every caller gets the result of a read that
 * began after its call. For each key, one read is under way at a time; those who call meanwhile share the next one.
 *
 * @param read if it fails, those who wait for the next read fail with it, so an outage costs them no second wait. Its
 * means are those of the first caller of those who share it.
 */
export function sharedReads<T, M extends readonly unknown[] = []>(
  read: (key: string, ...means: M) => Promise<T>,
): (key: string, ...means: M) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  const begin = (key: string, ...means: M): Promise<T> => {
    const reading: Reading<T> = { current: read(key, ...means), next: undefined };
    readings.set(key, reading);
    const succeeded = (): void => {
      if (reading.next === undefined) readings.delete(key);
    };
    void reading.current.then(succeeded, () => readings.delete(key));
    return reading.current;
  };
  return (key, ...means) => {
    const reading = readings.get(key);
    if (!reading) return begin(key, ...means);
    return (reading.next ??= reading.current.then(() => begin(key, ...means)));
  };
}
