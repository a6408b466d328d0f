import { elementsOf, parseXmlText, type XmlElement } from "../../xml/xml-element.ts";
import { isElectronicInvoice } from "./e-invoice-root.ts";
import { readCrossIndustryInvoice } from "./cross-industry-invoice.ts";
import type { ElectronicInvoice } from "./electronic-invoice.ts";
import { readFatturaPa } from "./fattura-pa.ts";
import { InvoiceElements } from "./invoice-elements.ts";
import { readUblInvoice } from "./ubl-invoice.ts";

type Reader = (root: XmlElement, elements: InvoiceElements) => readonly ElectronicInvoice[];

/** The readers by the name of the root element. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["CrossIndustryInvoice", (root, elements) => [readCrossIndustryInvoice(root, elements)]],
  ["CrossIndustryDocument", (root, elements) => [readCrossIndustryInvoice(root, elements)]],
  ["SCRDMCCBDACIOMessageStructure", (root, elements) => [readCrossIndustryInvoice(root, elements)]],
  ["Invoice", (root, elements) => [readUblInvoice(root, elements)]],
  ["CreditNote", (root, elements) => [readUblInvoice(root, elements)]],
  ["FatturaElettronica", readFatturaPa],
]);

/** The invoices of a file of XML: mostly one. Empty if it is none. */
export function readElectronicInvoices(xml: string): readonly ElectronicInvoice[] {
  if (!isElectronicInvoice(xml)) return [];
  return elementsOf(parseXmlText(xml)).flatMap(
    (root) => READERS.get(root.name)?.(root, new InvoiceElements()) ?? [],
  );
}
