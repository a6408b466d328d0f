import { Parser } from "htmlparser2";
import { decodedPieces } from "../encodings/decode-text.ts";
import { localName } from "./xml-element.ts";

/** What happens as XML is read. Names are without their namespace prefix. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(data: string): void;
  close(name: string): void;
}

/**
 * Reads XML that is too large for a tree, piece by piece, until `isDone`. As in `parseXml`, nothing is fetched or
 * expanded.
 */
export function readXmlEvents(
  bytes: Uint8Array,
  handler: XmlHandler,
  isDone: () => boolean = () => false,
): void {
  const parser = new Parser(
    {
      onopentag: (name, attributes) => handler.open(localName(name), attributes),
      ontext: (data) => handler.text(data),
      onclosetag: (name) => handler.close(localName(name)),
    },
    { xmlMode: true, decodeEntities: true, recognizeCDATA: true },
  );
  for (const piece of decodedPieces(bytes)) {
    parser.write(piece);
    if (isDone()) return;
  }
  parser.end();
}
