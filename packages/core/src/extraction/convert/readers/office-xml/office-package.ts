import { posix } from "node:path";
import type { ZipArchive } from "../../archive/zip.ts";
import { childrenOf, findElement, parseXml, type XmlElement } from "../../xml/xml-element.ts";
import type { NumberFormatter } from "./chart-table.ts";

/** A part of an Office Open XML file before it is parsed, and what it refers to. */
export interface RawPart {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly relations: ReadonlyMap<string, Relation>;
}

/** A part of an Office Open XML file: its tree and what it refers to. */
export interface OfficePart extends Omit<RawPart, "bytes"> {
  readonly root: XmlElement;
}

interface Relation {
  readonly id: string;
  /** The last step of its type, such as "image". */
  readonly type: string;
  /** The name of the part; undefined if it is outside the file. Those are never fetched. */
  readonly part: string | undefined;
}

/** A part whose relations are known. */
type Relations = Pick<RawPart, "relations">;

/** The parts of an Office Open XML file. */
export class OfficePackage {
  readonly #archive: ZipArchive;
  /** Formats the numbers of charts; undefined to leave them as they are stored. */
  readonly formatted: NumberFormatter | undefined;

  constructor(archive: ZipArchive, formatted?: NumberFormatter) {
    this.#archive = archive;
    this.formatted = formatted;
  }

  /** Undefined if the part does not exist. */
  part(name: string): OfficePart | undefined {
    const raw = this.rawPart(name);
    return raw && { name, root: parseXml(raw.bytes), relations: raw.relations };
  }

  /** For parts that are too large for a tree. Undefined if the part does not exist. */
  rawPart(name: string): RawPart | undefined {
    const bytes = this.#archive.read(name);
    return bytes && { name, bytes, relations: this.#relationsOf(name) };
  }

  /** The main part, such as the text of a document; formats that are not of Office name its relation otherwise. */
  mainPart(type = "officeDocument"): OfficePart | undefined {
    const name = this.mainPartName(type);
    return name === undefined ? undefined : this.part(name);
  }

  mainPartName(type: string): string | undefined {
    return this.relatedName({ relations: this.#relationsOf("") }, type);
  }

  /** The name of the first part that `part` refers to with a relation of this type. */
  relatedName({ relations }: Relations, type: string): string | undefined {
    return [...relations.values()].find((relation) => relation.type === type && relation.part !== undefined)
      ?.part;
  }

  /** The first part that `part` refers to with a relation of this type. */
  related(part: Relations, type: string): OfficePart | undefined {
    const name = this.relatedName(part, type);
    return name === undefined ? undefined : this.part(name);
  }

  /** Like `related`, for a part that is too large for a tree. */
  rawRelated(part: Relations, type: string): RawPart | undefined {
    const name = this.relatedName(part, type);
    return name === undefined ? undefined : this.rawPart(name);
  }

  /** The part that `part` refers to by this relation. */
  byRelation(part: Relations, id: string | undefined): OfficePart | undefined {
    const name = part.relations.get(id ?? "")?.part;
    return name === undefined ? undefined : this.part(name);
  }

  /** Reads the file that `part` refers to by this relation, such as a picture. */
  bytesByRelation(part: Relations, id: string | undefined): Uint8Array | undefined {
    const name = part.relations.get(id ?? "")?.part;
    return name === undefined ? undefined : this.#archive.read(name);
  }

  /** The document's title, if it has one. */
  title(): string {
    const properties = this.#archive.read("docProps/core.xml");
    const title = properties && findElement(parseXml(properties), "title")?.children[0];
    return typeof title === "string" ? title.trim() : "";
  }

  #relationsOf(part: string): ReadonlyMap<string, Relation> {
    const folder = posix.dirname(part);
    const bytes = this.#archive.read(posix.join(folder, "_rels", `${posix.basename(part)}.rels`));
    const relations = childrenOf(
      bytes && parseXml(bytes).children.find((node) => typeof node !== "string"),
      "Relationship",
    );
    return new Map(relations.map((element) => [element.attributes["Id"] ?? "", relationOf(element, folder)]));
  }
}

function relationOf({ attributes }: XmlElement, folder: string): Relation {
  const target = (attributes["Target"] ?? "").replaceAll("\\", "/");
  const isOutside = attributes["TargetMode"] === "External";
  const type = (attributes["Type"] ?? "").split("/").at(-1) ?? "";
  const part = target.startsWith("/") ? target.slice(1) : posix.join(folder, target);
  return { id: attributes["Id"] ?? "", type, part: isOutside ? undefined : part };
}
