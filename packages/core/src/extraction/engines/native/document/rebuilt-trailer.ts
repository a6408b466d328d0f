/** Page limit of a document reconstructed from its remaining objects. */
const MAX_PAGES = 20_000;

/** An object's number, generation and the start of its dictionary, which is enough to identify it. */
const OBJECT = /(?:^|[^\d])(\d{1,8})\s+(\d{1,5})\s+obj\b\s*<<(?=([^]{0,400}))/g;

const IS_CATALOG = /\/Type\s*\/Catalog\b/;
const IS_PAGE = /\/Type\s*\/Page\b/;
const ROOT_OF_PAGES = /\/Pages\s+(\d+)\s+(\d+)\s+R\b/;

/**
 * Adds a new trailer to a document without one (usually truncated): for its own catalog if that and the page tree root
 * remain, otherwise for a new catalog of the remaining pages. Undefined if neither is found.
 */
export function withRebuiltTrailer(bytes: Uint8Array): Uint8Array | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  const objects = objectsIn(text);
  const catalog = [...objects].findLast(([, dict]) => IS_CATALOG.test(dict) && leadsToPages(dict, objects));
  const trailer = catalog ? trailerFor(catalog[0]) : trailerForPages(objects);
  return trailer === undefined ? undefined : Buffer.from(`%PDF-1.7\n${text}\nendobj\n${trailer}`, "latin1");
}

/** The start of each object's dictionary by object reference; the last object with a number wins. */
function objectsIn(text: string): ReadonlyMap<string, string> {
  const objects = new Map<string, string>();
  for (const [, number = "", generation = "", beginning = ""] of text.matchAll(OBJECT)) {
    objects.set(`${number} ${generation} R`, beginning.split("endobj", 1)[0] ?? "");
  }
  return objects;
}

function leadsToPages(catalog: string, objects: ReadonlyMap<string, string>): boolean {
  const [, number = "", generation = ""] = ROOT_OF_PAGES.exec(catalog) ?? [];
  return objects.has(`${number} ${generation} R`);
}

function trailerForPages(objects: ReadonlyMap<string, string>): string | undefined {
  const pages = [...objects].filter(([, dict]) => IS_PAGE.test(dict)).map(([reference]) => reference);
  if (pages.length === 0) return undefined;
  const kids = pages.slice(0, MAX_PAGES);
  const root =
    [...objects.keys()].reduce((highest, reference) => Math.max(highest, Number.parseInt(reference, 10)), 0) +
    1;
  return [
    `${root} 0 obj\n<< /Type /Catalog /Pages ${root + 1} 0 R >>\nendobj`,
    `${root + 1} 0 obj\n<< /Type /Pages /Kids [${kids.join(" ")}] /Count ${kids.length} >>\nendobj`,
    trailerFor(`${root} 0 R`),
  ].join("\n");
}

function trailerFor(catalog: string): string {
  return `trailer\n<< /Root ${catalog} >>\n`;
}
