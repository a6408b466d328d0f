import { Parser } from "htmlparser2";

export interface ListedBlob {
  readonly name: string;
  readonly bytes: number | undefined;
  readonly modifiedAt: Date | undefined;
}

export interface BlobPage {
  readonly blobs: readonly ListedBlob[];
  /** The common prefixes of blobs in folders, with a slash at the end. */
  readonly prefixes: readonly string[];
  /** "" after the last page. */
  readonly nextMarker: string;
}

/** Parses a "List Blobs" response. */
export function blobPageOf(xml: string): BlobPage {
  const blobs: ListedBlob[] = [];
  const prefixes: string[] = [];
  let [nextMarker, text, inEntry] = ["", "", false];
  let found: Record<string, string> = {};
  const parser = new Parser(
    {
      onopentagname(tag) {
        text = "";
        if (tag !== "Blob" && tag !== "BlobPrefix") return;
        inEntry = true;
        found = {};
      },
      ontext(part) {
        text += part;
      },
      onclosetag(tag) {
        if (inEntry) found[tag] ??= text;
        if (tag === "NextMarker") nextMarker = text;
        if (tag === "Blob") blobs.push(blobOf(found));
        if (tag === "BlobPrefix") prefixes.push(found["Name"] ?? "");
        if (tag === "Blob" || tag === "BlobPrefix") inEntry = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { blobs, prefixes, nextMarker };
}

function blobOf(found: Readonly<Record<string, string>>): ListedBlob {
  const { Name: name = "", "Content-Length": bytes, "Last-Modified": modified } = found;
  return {
    name,
    bytes: bytes === undefined ? undefined : Number(bytes),
    modifiedAt: modified === undefined ? undefined : new Date(modified),
  };
}
