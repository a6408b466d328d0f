/** Invalid usage of a command; the message says what is wrong. The exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
