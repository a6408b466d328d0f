/** Whether `error` is a failure of the operating system with one of `codes`, such as "ENOENT". */
export function isErrno(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
