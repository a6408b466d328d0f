import { createHash } from "node:crypto";
import type { StructureFormat } from "../../../extraction/structure/structure-question.ts";
import type { FilesWritten } from "../../workflows/endpoint-configuration.ts";
import { withinBytes } from "../../within-bytes.ts";
import { isRead, resultMetadata, type FileResult } from "./result-metadata.ts";

/** A file to write to a destination. */
interface ResultFile {
  /** Relative, with "/" between its parts. */
  readonly path: string;
  readonly content: () => AsyncIterable<Uint8Array>;
}

/** File systems reject longer path segments; leaves room for the digest and suffixes. Linux counts bytes. */
const MAX_PART_LENGTH = 180;
const MAX_PART_BYTES = 220;

const DIGEST_LENGTH = 12;

/** The ending of each format. Metadata have ".json". */
const ENDINGS = {
  markdown: ".md",
  html: ".html",
  plain: ".plain.txt",
  tables: ".tables.json",
  blocks: ".blocks.json",
  chunk_lines: ".chunks.ndjson",
} as const satisfies Partial<Record<StructureFormat, string>>;

/**
 * The text, its metadata and other renditions, in the same folders as at the source. The metadata are written first and
 * the text last, so a text always has all of its files. A file that could not be read has metadata only.
 */
export function resultFiles({ folder, renditions }: FilesWritten, result: FileResult): readonly ResultFile[] {
  const { file, run, text, content, fields } = result;
  // Different runs may post the same name; at a source, the same path is the same file.
  const ownFolder = file.origin === "posted" ? [run.id] : [];
  const path = [...partsOf(folder), ...ownFolder, ...partsOf(file.path)].join("/");
  const metadata = JSON.stringify(resultMetadata(result), undefined, 2);
  const texts = new Map<string, string>(content.texts);
  const written = [
    { ending: ".json", content: metadata },
    ...Object.entries(ENDINGS).map(([format, ending]) => ({ ending, content: texts.get(format) })),
    ...content.tables.map(({ csv }, index) => ({ ending: `.table-${index + 1}.csv`, content: csv })),
    ...(fields?.files ?? []),
    { ending: ".txt", content: isRead(result) && renditions.includes("text") ? text : undefined },
  ];
  return written.flatMap(({ ending, content: whole }) =>
    whole === undefined ? [] : [{ path: `${path}${ending}`, content: () => bytesOf(whole) }],
  );
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
    .replace(/[\p{Cc}\p{Cs}<>:"\\|?*]/gu, "_")
    .replace(/^\.+$/, "_")
    .replace(/(?<![. ])[. ]+$/, "_")
    .slice(0, MAX_PART_LENGTH)
    // The cut may have halved a character.
    .replace(/\p{Cs}$/u, "");
  if (safe === part && Buffer.byteLength(safe) <= MAX_PART_BYTES) return part;
  return `${withinBytes(safe, MAX_PART_BYTES)}-${createHash("sha256").update(part).digest("hex").slice(0, DIGEST_LENGTH)}`;
}

async function* bytesOf(content: string | Uint8Array): AsyncIterable<Uint8Array> {
  yield typeof content === "string" ? Buffer.from(content, "utf8") : content;
}
