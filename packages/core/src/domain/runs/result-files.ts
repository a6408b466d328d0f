import { createHash } from "node:crypto";
import type { FilesWritten } from "../workflows/endpoint-configuration.ts";
import { isRead, resultMetadata, type FileResult } from "./result-metadata.ts";

/** A file of a destination. */
interface ResultFile {
  /** Relative, with "/" between its parts. */
  readonly path: string;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** Longer parts of a path are refused by file systems, with room for what is added to them. */
const MAX_PART_LENGTH = 180;

const DIGEST_LENGTH = 12;

/**
 * The text and its metadata, in folders as at the source. The text comes last: where it is, the metadata is, too. Of a
 * file that could not be read there is the metadata alone.
 */
export function resultFiles({ folder }: FilesWritten, result: FileResult): readonly ResultFile[] {
  const { file, run, text } = result;
  // The same name may be posted with every run; at a source it is the same file.
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

/** A part of a path that any file system takes. Parts that had to be changed stay apart by a digest of what they were. */
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
