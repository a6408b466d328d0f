import { Parser } from "htmlparser2";
import type { FolderEntry } from "../files/walk.ts";

/** The names of the files and folders that a page links to, if they are directly in the folder. */
export async function* entriesOf(page: AsyncIterable<Uint8Array>, folder: URL): AsyncGenerator<FolderEntry> {
  const found: string[] = [];
  const parser = new Parser({
    onopentag(tag, { href }) {
      if (tag === "a" && href !== undefined) found.push(href);
    },
  });
  const seen = new Set<string>();
  const decoder = new TextDecoder();
  for await (const chunk of page) {
    parser.write(decoder.decode(chunk, { stream: true }));
    for (const href of found.splice(0)) {
      const entry = entryOf(href, folder);
      if (!entry || seen.has(entry.name)) continue;
      seen.add(entry.name);
      yield entry;
    }
  }
}

/** Links to other places, to the parent folder and to other sort orders of the listing are not entries. */
function entryOf(href: string, folder: URL): FolderEntry | undefined {
  const target = URL.parse(href, folder);
  if (!target || target.origin !== folder.origin || !target.pathname.startsWith(folder.pathname))
    return undefined;
  const rest = target.pathname.slice(folder.pathname.length);
  const isFolder = rest.endsWith("/");
  const name = decoded(isFolder ? rest.slice(0, -1) : rest);
  if (name === undefined || name === "" || name.includes("/")) return undefined;
  return { name, kind: isFolder ? "folder" : "file" };
}

/** Undefined unless it is percent-encoded UTF-8. */
function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
