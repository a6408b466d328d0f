import { childrenOf, elementsOf, textOf, type XmlElement } from "../../xml/xml-element.ts";
import type { InvoiceDetail, InvoiceFile } from "./electronic-invoice.ts";

/** Elements that hold a file in Base64: of UBL, CII, FatturaPA. */
const FILE_ELEMENTS: ReadonlySet<string> = new Set([
  "EmbeddedDocumentBinaryObject",
  "AttachmentBinaryObject",
  "Attachment",
]);

/** Reads the elements of an invoice and remembers which were read, so that the others can be listed. */
export class InvoiceElements {
  readonly #read = new Set<XmlElement>();
  readonly files: InvoiceFile[] = [];

  /** All elements at a path such as `Party/Name`; a step may have alternatives, such as `ID|IssuerAssignedID`. */
  all(element: XmlElement | undefined, path: string): readonly XmlElement[] {
    let found: readonly XmlElement[] = element ? [element] : [];
    for (const step of path.split("/")) {
      const names = step.split("|");
      found = found.flatMap((parent) => names.flatMap((name) => childrenOf(parent, name)));
    }
    return found;
  }

  first(element: XmlElement | undefined, path: string): XmlElement | undefined {
    return this.all(element, path)[0];
  }

  /** The text of an element as it is written, without blanks around it; "" for none. */
  read(element: XmlElement | undefined): string {
    if (!element) return "";
    this.#read.add(element);
    // As XML defines the ends of lines.
    return textOf(element).replaceAll(/\r\n?/g, "\n").trim();
  }

  /** The text of the first element at a path; "" for none. */
  text(element: XmlElement | undefined, path: string): string {
    return this.read(this.first(element, path));
  }

  /** The texts of all elements at a path that have one. */
  texts(element: XmlElement | undefined, path: string): readonly string[] {
    return this.all(element, path)
      .map((found) => this.read(found))
      .filter((text) => text !== "");
  }

  /** The date at a path as YYYY-MM-DD; as it is written if it is none. */
  date(element: XmlElement | undefined, path: string): string {
    return isoDate(this.text(element, path));
  }

  /** The values below an element that were not read before. */
  rest(element: XmlElement | undefined): readonly InvoiceDetail[] {
    const details: InvoiceDetail[] = [];
    if (element) this.#collect(element, [], details);
    return details;
  }

  #collect(element: XmlElement, path: readonly string[], details: InvoiceDetail[]): void {
    for (const child of elementsOf(element)) {
      if (this.#read.has(child)) continue;
      if (FILE_ELEMENTS.has(child.name) && elementsOf(child).length === 0) this.#addFile(element, child);
      else if (elementsOf(child).length > 0) this.#collect(child, [...path, child.name], details);
      else {
        const text = this.read(child);
        const value = child.name.includes("Date") ? isoDate(text) : text;
        if (value !== "") details.push({ label: labelOf([...path, child.name], child), value });
      }
    }
  }

  #addFile(parent: XmlElement, content: XmlElement): void {
    const base64 = this.read(content);
    const named = content.attributes["filename"] ?? this.text(parent, "NomeAttachment");
    if (base64 !== "") this.files.push({ name: named === "" ? "attachment" : named, base64 });
  }
}

/** How many names of a path say what a value is. */
const NAMES_OF_LABEL = 2;

/** The last names of its path as words, with the scheme or unit of its value. */
function labelOf(path: readonly string[], { attributes }: XmlElement): string {
  const words = path.slice(-NAMES_OF_LABEL).map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " "));
  const scheme = ["schemeID", "unitCode", "currencyID", "listID"].flatMap((name) => attributes[name] ?? []);
  return scheme.length === 0 ? words.join(", ") : `${words.join(", ")} (${scheme.join(", ")})`;
}

const DATE = /^(\d{4})-?(\d\d)-?(\d\d)(?:T[\d:.]+)?(?:Z|[+-]\d\d:\d\d)?$/;

function isoDate(text: string): string {
  return text.replace(DATE, "$1-$2-$3");
}
