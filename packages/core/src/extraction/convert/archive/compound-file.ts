import { ExtractionError } from "../../failure/extraction-error.ts";

/** What a compound file (OLE storage) contains. */
export type CompoundFileKind =
  | "old-word"
  | "old-workbook"
  | "old-slides"
  | "outlook-message"
  | "encrypted-office"
  | "unknown-compound-file";

/** The streams by which a compound file is known. */
const KINDS: readonly (readonly [stream: RegExp, kind: CompoundFileKind])[] = [
  [/^\/?[^/]+\/EncryptedPackage$/i, "encrypted-office"],
  [/^\/?[^/]+\/WordDocument$/i, "old-word"],
  [/^\/?[^/]+\/(?:Workbook|Book)$/i, "old-workbook"],
  [/^\/?[^/]+\/(?:PowerPoint Document|PP40)$/i, "old-slides"],
  [/^\/?[^/]+\/__properties_version1\.0$/i, "outlook-message"],
];

export async function compoundFileKind(bytes: Uint8Array): Promise<CompoundFileKind> {
  const names = [...(await compoundFileStreams(bytes)).keys()];
  return KINDS.find(([stream]) => names.some((name) => stream.test(name)))?.[1] ?? "unknown-compound-file";
}

/** The streams of a compound file by path. @throws ExtractionError `DAMAGED_DOCUMENT` */
export async function compoundFileStreams(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const { CFB } = await import("@e965/xlsx");
  try {
    const file = CFB.read(Buffer.from(bytes), { type: "buffer" });
    const paths: readonly string[] = file.FullPaths;
    return new Map(paths.map((path, index) => [path, contentOf(file.FileIndex[index]?.content)]));
  } catch (cause) {
    const message = "The Office document is damaged: its list of streams cannot be read.";
    throw new ExtractionError("DAMAGED_DOCUMENT", message, { cause });
  }
}

/** The compound file with this content of some of its streams, by their name in the root folder. */
export async function withStreams(
  bytes: Uint8Array,
  changed: ReadonlyMap<string, Uint8Array>,
): Promise<Uint8Array> {
  const { CFB } = await import("@e965/xlsx");
  const file = CFB.read(Buffer.from(bytes), { type: "buffer" });
  for (const [name, content] of changed) CFB.utils.cfb_add(file, `/${name}`, content);
  const written: unknown = quietly(() => CFB.write(file, { type: "buffer" }));
  return contentOf(written);
}

/** SheetJS reports what it does not know on the console, and has no option against it. */
export function quietly<Result>(work: () => Result): Result {
  const { error } = console;
  Object.assign(console, { error: () => undefined });
  try {
    return work();
  } finally {
    Object.assign(console, { error });
  }
}

function contentOf(content: unknown): Uint8Array {
  if (content instanceof Uint8Array) return content;
  return Array.isArray(content) ? Uint8Array.from(content) : new Uint8Array(0);
}
