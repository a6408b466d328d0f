import { Parser } from "htmlparser2";

export interface ListedBlob {
  readonly name: string;
  readonly bytes: number | undefined;
  readonly modifiedAt: Date | undefined;
}

export interface BlobPage {
  readonly blobs: readonly ListedBlob[];
  /** "" after the last page. */
  readonly nextMarker: string;
}

/** Parses a "List Blobs" response. */
export function blobPageOf(xml: string): BlobPage {
  const blobs: ListedBlob[] = [];
  let [nextMarker, text, inBlob] = ["", "", false];
  let found: Record<string, string> = {};
  const parser = new Parser(
    {
      onopentagname(tag) {
        text = "";
        if (tag !== "Blob") return;
        inBlob = true;
        found = {};
      },
      ontext(part) {
        text += part;
      },
      onclosetag(tag) {
        if (inBlob) found[tag] ??= text;
        if (tag === "NextMarker") nextMarker = text;
        if (tag !== "Blob") return;
        inBlob = false;
        blobs.push(blobOf(found));
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { blobs, nextMarker };
}

function blobOf(found: Readonly<Record<string, string>>): ListedBlob {
  const { Name: name = "", "Content-Length": bytes, "Last-Modified": modified } = found;
  return {
    name,
    bytes: bytes === undefined ? undefined : Number(bytes),
    modifiedAt: modified === undefined ? undefined : new Date(modified),
  };
}
