import { ExtractionError } from "../../../failure/extraction-error.ts";
import type { Block, FlowDocument } from "../../model/flow-document.ts";
import type { OfficePackage, OfficePart } from "../office-xml/office-package.ts";

/** Reads a document of any format. @throws ExtractionError if it cannot be read */
export type ReadInserted = (bytes: Uint8Array, name: string) => Promise<FlowDocument>;

interface InsertedDocuments {
  /** The content of each by its relation. */
  readonly blocks: ReadonlyMap<string, readonly Block[]>;
  readonly notes: readonly string[];
}

/** The documents that are inserted in a part (`altChunk`): Word takes them over when it opens the document. */
export async function insertedDocuments(
  file: OfficePackage,
  part: OfficePart,
  read: ReadInserted,
): Promise<InsertedDocuments> {
  const blocks = new Map<string, readonly Block[]>();
  const notes: string[] = [];
  for (const { id, type, part: name } of part.relations.values()) {
    const bytes = type === "aFChunk" ? file.bytesByRelation(part, id) : undefined;
    if (!bytes || name === undefined) continue;
    try {
      const document = await read(bytes, name);
      blocks.set(
        id,
        [...document.sections].flatMap((section) => (section.kind === "text" ? section.blocks : [])),
      );
      notes.push(...document.notes);
    } catch (error) {
      if (!(error instanceof ExtractionError)) throw error;
      notes.push(`The inserted document ${name} was not read: ${error.message}`);
    }
  }
  return { blocks, notes };
}
