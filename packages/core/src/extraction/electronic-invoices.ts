import { decodeText } from "./convert/encodings/decode-text.ts";
import type { ElectronicInvoice } from "./convert/readers/e-invoice/electronic-invoice.ts";
import { readElectronicInvoices } from "./convert/readers/e-invoice/read-e-invoice.ts";

/**
 * The invoices of an XML file in CII (ZUGFeRD, Factur-X, XRechnung, Order-X), UBL or FatturaPA, which may have several;
 * empty for other files. Entities that the file declares are not expanded.
 *
 * @throws ExtractionError if the XML is nested too deeply or has too many elements.
 */
export function electronicInvoices(bytes: Uint8Array): readonly ElectronicInvoice[] {
  return readElectronicInvoices(decodeText(bytes));
}
