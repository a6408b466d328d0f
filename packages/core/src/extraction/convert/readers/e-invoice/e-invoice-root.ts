/** The name of the root element; comments and declarations before it are skipped. */
const ROOT = /<(?![?!])(?:[\w.-]+:)?([\w.-]+)([^>]*)>/;

const COMMENTS = /<!--[^]*?-->/g;

/** The root elements of standards that are read, with a sign of their namespace: other XML has such names, too. */
const ROOTS: ReadonlyMap<string, RegExp> = new Map([
  ["CrossIndustryInvoice", /:CrossIndustryInvoice:/],
  ["CrossIndustryDocument", /urn:(?:ferd|un:unece):/],
  ["SCRDMCCBDACIOMessageStructure", /urn:un:unece:/],
  ["Invoice", /urn:oasis:names:specification:ubl:schema:xsd:Invoice-2/],
  ["CreditNote", /urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2/],
  ["FatturaElettronica", /fatturapa|agenziaentrate/i],
]);

/** Whether XML is an invoice or order in a standard that is read. */
export function isElectronicInvoice(xml: string): boolean {
  const [, name = "", attributes = ""] = ROOT.exec(xml.replaceAll(COMMENTS, "")) ?? [];
  return ROOTS.get(name)?.test(attributes) ?? false;
}
