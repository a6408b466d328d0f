/** The keys of the application: a subject and an identifier. They cannot leave the folder. */
const KEY = /^[a-z]+(?:\/[0-9a-z-]+)+$/;

/**
 * @throws TypeError for a key that the application does not generate, because a path or URL is built from it.
 */
export function assertObjectKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`Not an object key: ${JSON.stringify(key)}`);
}
