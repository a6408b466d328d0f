/** The common prefixes, up to the next slash, that an object store returns for a delimiter. */
export function foldersBelow(names: Iterable<string>, prefix: string): readonly string[] {
  const folders = [...names]
    .filter((name) => name.startsWith(prefix) && name.slice(prefix.length).includes("/"))
    .map((name) => name.slice(0, name.indexOf("/", prefix.length) + 1));
  return [...new Set(folders)];
}
