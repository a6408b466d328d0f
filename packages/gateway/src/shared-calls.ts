interface Calling<T> {
  readonly current: Promise<T>;
  next: Promise<T> | undefined;
}

/**
 * Calls that concurrent callers share without ever getting an old result: every caller gets the result of a call that
 * began after its own. For each key, one call is under way at a time; those who call meanwhile share the next one.
 *
 * @param work if it fails, those who wait for the next call fail with it, so an outage costs them no second wait. Its
 * means are those of the first caller of those who share it.
 */
export function sharedCalls<T, M extends readonly unknown[] = []>(
  work: (key: string, ...means: M) => Promise<T>,
): (key: string, ...means: M) => Promise<T> {
  const callings = new Map<string, Calling<T>>();
  const begin = (key: string, ...means: M): Promise<T> => {
    const calling: Calling<T> = { current: work(key, ...means), next: undefined };
    callings.set(key, calling);
    const succeeded = (): void => {
      if (calling.next === undefined) callings.delete(key);
    };
    void calling.current.then(succeeded, () => callings.delete(key));
    return calling.current;
  };
  return (key, ...means) => {
    const calling = callings.get(key);
    if (!calling) return begin(key, ...means);
    return (calling.next ??= calling.current.then(() => begin(key, ...means)));
  };
}
