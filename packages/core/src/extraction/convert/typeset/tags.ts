import { pdfText, type ObjectNumber, type PdfFile } from "./pdf-file.ts";

/** The standard structure types that documents use. */
export type TagType =
  | "Document"
  | "Sect"
  | "P"
  | "Note"
  | "H1"
  | "H2"
  | "H3"
  | "H4"
  | "H5"
  | "H6"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "Figure";

interface MarkedContent {
  readonly page: number;
  readonly id: number;
}

/** An element of the document's logical structure. */
export class Tag {
  readonly type: TagType;
  readonly children: (Tag | MarkedContent)[] = [];
  /** Entries of its dictionary besides type, parent and children. */
  readonly entries: string;

  constructor(type: TagType, entries = "") {
    this.type = type;
    this.entries = entries;
  }

  add(type: TagType, entries = ""): Tag {
    const child = new Tag(type, entries);
    this.children.push(child);
    return child;
  }
}

/** Entries of a table cell that spans several columns or rows. */
export function spanEntries(columns: number, rows: number): string {
  if (columns === 1 && rows === 1) return "";
  const spans = `${columns > 1 ? ` /ColSpan ${columns}` : ""}${rows > 1 ? ` /RowSpan ${rows}` : ""}`;
  return ` /A << /O /Table${spans} >>`;
}

/** Entries of a figure with a description. */
export function descriptionEntries(text: string): string {
  return text === "" ? "" : ` /Alt ${pdfText(text)}`;
}

/** Empty cells are kept, so that the others stay in their columns. */
function isCell({ type }: Tag): boolean {
  return type === "TD" || type === "TH";
}

/** The logical structure of a document, and which marked content of its pages belongs to which element. */
export class TagTree {
  readonly root = new Tag("Document");
  /** The element of each marked content, by page. */
  readonly #owners: Tag[][] = [];

  /** The identifier of new marked content of page `page`, counted from 0. */
  mark(page: number, tag: Tag): number {
    const owners = (this.#owners[page] ??= []);
    const id = owners.length;
    owners.push(tag);
    tag.children.push({ page, id });
    return id;
  }

  /** Adds the tree to the file; returns the number of its root. */
  write(file: PdfFile, pages: readonly ObjectNumber[]): ObjectNumber {
    const root = file.reserve();
    const numbers = new Map<Tag, ObjectNumber>();
    const writeTag = (tag: Tag, parent: ObjectNumber): ObjectNumber | undefined => {
      if (tag.children.length === 0 && !isCell(tag)) return undefined;
      const number = file.reserve();
      numbers.set(tag, number);
      const kids = tag.children.map((child) => {
        if (!(child instanceof Tag))
          return `<< /Type /MCR /Pg ${pages[child.page] ?? 0} 0 R /MCID ${child.id} >>`;
        const kid = writeTag(child, number);
        return kid === undefined ? "" : `${kid} 0 R`;
      });
      file.set(
        number,
        `<< /Type /StructElem /S /${tag.type} /P ${parent} 0 R${tag.entries} /K [${kids.join(" ")}] >>`,
      );
      return number;
    };
    const document = writeTag(this.root, root);
    const owners = this.#owners.map(
      (tags, page) => `${page} [${(tags ?? []).map((tag) => `${numbers.get(tag) ?? 0} 0 R`).join(" ")}]`,
    );
    const parents = file.add(`<< /Nums [${owners.filter(Boolean).join("\n")}] >>`);
    const kids = document === undefined ? "" : `/K ${document} 0 R`;
    file.set(
      root,
      `<< /Type /StructTreeRoot ${kids} /ParentTree ${parents} 0 R /ParentTreeNextKey ${pages.length} >>`,
    );
    return root;
  }
}
