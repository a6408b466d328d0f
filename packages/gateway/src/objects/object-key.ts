/** Keys as the application makes them: a subject and an identifier. Nothing in them can leave a folder. */
const KEY = /^[a-z]+(?:\/[0-9a-z-]+)+$/;

/** @throws TypeError for anything that the application would not make: a path or an address is built from the key. */
export function assertObjectKey(key: string): void {
  if (!KEY.test(key)) throw new TypeError(`Not an object key: ${JSON.stringify(key)}`);
}
