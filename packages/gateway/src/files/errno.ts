/**
 * Whether `error` is a system error with one of `codes`, such as "ENOENT"; with any code if none is given.
 */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  if (!(error instanceof Error && "code" in error)) return false;
  return codes.length === 0 || codes.includes(String(error.code));
}
