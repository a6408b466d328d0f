/** Pages that a document may have that is put together from what is left of it. */
const MAX_PAGES = 20_000;

/** An object's number and generation, and the beginning of its dictionary: enough to see what it is. */
const OBJECT = /(?:^|[^\d])(\d{1,8})\s+(\d{1,5})\s+obj\b\s*<<([^]{0,400})/g;

const IS_CATALOG = /\/Type\s*\/Catalog\b/;
const IS_PAGE = /\/Type\s*\/Page\b/;

/**
 * A document that lost its trailer (cut off in transit, mostly), with a new one: for its own catalog where that is
 * left, else for a catalog of the pages that are. Undefined where neither is found.
 */
export function withRebuiltTrailer(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const { catalog, pages, highest } = remains(text);
  if (catalog === undefined && pages.length === 0) return undefined;
  const trailer =
    catalog === undefined
      ? `${highest + 1} 0 obj\n<< /Type /Catalog /Pages ${highest + 2} 0 R >>\nendobj\n` +
        `${highest + 2} 0 obj\n<< /Type /Pages /Kids [${pages.join(" ")}] /Count ${pages.length} >>\nendobj\n` +
        `trailer\n<< /Root ${highest + 1} 0 R >>\n`
      : `trailer\n<< /Root ${catalog} >>\n`;
  return Buffer.from(`%PDF-1.7\n${text}\nendobj\n${trailer}`, "latin1");
}

interface Remains {
  /** References as they are written in a PDF. */
  readonly catalog: string | undefined;
  readonly pages: readonly string[];
  readonly highest: number;
}

function remains(text: string): Remains {
  let catalog: string | undefined;
  let highest = 0;
  const pages = new Set<string>();
  for (const [, number = "", generation = "", beginning = ""] of text.matchAll(OBJECT)) {
    const reference = `${number} ${generation} R`;
    const ownPart = beginning.split("endobj", 1)[0] ?? "";
    highest = Math.max(highest, Number(number));
    if (IS_CATALOG.test(ownPart)) catalog = reference;
    else if (IS_PAGE.test(ownPart) && pages.size < MAX_PAGES) pages.add(reference);
  }
  return {
    catalog: catalog !== undefined && text.includes("/Kids") ? catalog : undefined,
    pages: [...pages],
    highest,
  };
}
