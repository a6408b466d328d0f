import { unsupportedDocument } from "../../document/media-type.ts";
import { ExtractionError } from "../../failure/extraction-error.ts";

/** What a compound file (OLE storage) contains. */
export type CompoundFileKind = "doc" | "xls" | "ppt" | "outlook-message" | "encrypted-office";

/** The streams by which a compound file is known. */
const KINDS: readonly (readonly [stream: RegExp, kind: CompoundFileKind])[] = [
  [/^\/?[^/]+\/EncryptedPackage$/i, "encrypted-office"],
  [/^\/?[^/]+\/WordDocument$/i, "doc"],
  [/^\/?[^/]+\/(?:Workbook|Book)$/i, "xls"],
  [/^\/?[^/]+\/(?:PowerPoint Document|PP40)$/i, "ppt"],
  [/^\/?[^/]+\/__properties_version1\.0$/i, "outlook-message"],
];

/** The streams of documents that no reader reads, with what they are and what to do. */
const UNSUPPORTED: readonly (readonly [stream: RegExp, name: string, advice: string])[] = [
  [/^\/?[^/]+\/VisioDocument$/i, "a Visio drawing from before 2013", "Save it as VSDX or export it as PDF"],
  [/^\/?[^/]+\/BodyText\//i, "a Hangul document (HWP)", "Save it as HWPX or export it as PDF"],
  [/^\/?[^/]+\/Quill\//i, "a Publisher document", "Export it as PDF"],
  [/^\/?[^/]+\/Props\d+$/i, "a Project plan", "Export it as PDF"],
  [/^\/?[^/]+\/MatOST$/i, "a Works document", "Export it as PDF"],
];

const UNKNOWN = [/^/, "of an unknown kind, in a compound file (OLE)", "Convert it to PDF first"] as const;

/** @throws ExtractionError `UNSUPPORTED_DOCUMENT` for documents that no reader reads. */
export async function compoundFileKind(bytes: Uint8Array): Promise<CompoundFileKind> {
  const names = [...(await compoundFileStreams(bytes)).keys()];
  const isAmong = ([stream]: readonly [RegExp, ...unknown[]]): boolean =>
    names.some((name) => stream.test(name));
  const kind = KINDS.find(isAmong)?.[1];
  if (kind !== undefined) return kind;
  const [, name, advice] = UNSUPPORTED.find(isAmong) ?? UNKNOWN;
  throw new ExtractionError("UNSUPPORTED_DOCUMENT", unsupportedDocument(name, advice));
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
