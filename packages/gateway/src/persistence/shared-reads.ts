interface Reading<T> {
  readonly current: Promise<T>;
  next: Promise<T> | undefined;
}

/**
 * Reads that concurrent callers share without ever getting an old record: every caller gets the result of a read that
 * began after its call. For each key, one read is under way at a time; those who call meanwhile share the next one.
 *
 * @param read if it fails, those who wait for the next read fail with it, so an outage costs them no second wait.
 */
export function sharedReads<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Reading<T>>();
  const begin = (key: string): Promise<T> => {
    const reading: Reading<T> = { current: read(key), next: undefined };
    readings.set(key, reading);
    const succeeded = (): void => {
      if (reading.next === undefined) readings.delete(key);
    };
    void reading.current.then(succeeded, () => readings.delete(key));
    return reading.current;
  };
  return (key) => {
    const reading = readings.get(key);
    if (!reading) return begin(key);
    return (reading.next ??= reading.current.then(() => begin(key)));
  };
}
