import { createHash } from "node:crypto";
import type { FilesWritten } from "../../workflows/endpoint-configuration.ts";
import { isRead, resultMetadata, type FileResult } from "./result-metadata.ts";

/** A file to write to a destination. */
interface ResultFile {
  /** Relative, with "/" between its parts. */
  readonly path: string;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** File systems reject longer path segments; leaves room for suffixes. */
const MAX_PART_LENGTH = 180;

const DIGEST_LENGTH = 12;

/**
 * The text and its metadata, in the same folders as at the source. The text is written last, so a text always has its
 * metadata. A file that could not be read has metadata only.
 */
export function resultFiles({ folder }: FilesWritten, result: FileResult): readonly ResultFile[] {
  const { file, run, text } = result;
  // Different runs may post the same name; at a source, the same path is the same file.
  const ownFolder = file.origin === "posted" ? [run.id] : [];
  const path = [...partsOf(folder), ...ownFolder, ...partsOf(file.path)].join("/");
  const metadata = JSON.stringify(resultMetadata(result), undefined, 2);
  return [
    { path: `${path}.json`, content: () => inUtf8(metadata) },
    ...(isRead(result) ? [{ path: `${path}.txt`, content: () => inUtf8(text) }] : []),
  ];
}

function partsOf(path: string): readonly string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map(safePart);
}

/**
 * A path segment that every file system allows. A changed segment gets a digest of the original, so it stays unique.
 */
function safePart(part: string): string {
  const safe = part
    .replace(/[\p{Cc}<>:"\\|?*]/gu, "_")
    .replace(/^\.+$/, "_")
    .replace(/(?<![. ])[. ]+$/, "_")
    .slice(0, MAX_PART_LENGTH);
  if (safe === part) return part;
  return `${safe}-${createHash("sha256").update(part).digest("hex").slice(0, DIGEST_LENGTH)}`;
}

async function* inUtf8(text: string): AsyncIterable<Uint8Array> {
  yield Buffer.from(text, "utf8");
}
