/** An invoice, credit note or order in a standard of XML. Values are as the XML has them; dates are YYYY-MM-DD. */
export interface ElectronicInvoice {
  /** Such as `Invoice`, from the code of its type. */
  readonly kind: string;
  readonly number: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly deliveryDate: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly buyerReference: string;
  readonly orderNumber: string;
  readonly seller: InvoiceParty;
  readonly buyer: InvoiceParty;
  readonly payment: InvoicePayment;
  readonly lines: readonly InvoiceLine[];
  readonly taxes: readonly InvoiceTax[];
  readonly totals: InvoiceTotals;
  readonly notes: readonly string[];
  /** What has no property of its own, in the order of the XML. */
  readonly details: readonly InvoiceDetail[];
  readonly files: readonly InvoiceFile[];
}

/** A value with the name of its element. */
export interface InvoiceDetail {
  readonly label: string;
  readonly value: string;
}

export interface InvoiceParty {
  readonly name: string;
  readonly vatId: string;
  /** A number of the tax office that is not for VAT in trade with other countries. */
  readonly taxNumber: string;
  /** Lines of the address, without the name. */
  readonly address: readonly string[];
  readonly email: string;
  readonly phone: string;
  readonly details: readonly InvoiceDetail[];
}

export interface InvoicePayment {
  readonly iban: string;
  readonly bic: string;
  readonly reference: string;
  readonly terms: readonly string[];
}

export interface InvoiceLine {
  readonly number: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  /** Percent. */
  readonly taxRate: string;
  readonly amount: string;
  readonly details: readonly InvoiceDetail[];
}

export interface InvoiceTax {
  readonly category: string;
  /** Percent. */
  readonly rate: string;
  readonly basis: string;
  readonly amount: string;
  readonly details: readonly InvoiceDetail[];
}

export interface InvoiceTotals {
  readonly lines: string;
  readonly allowances: string;
  readonly charges: string;
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
  readonly prepaid: string;
  readonly due: string;
}

/** A file that the XML contains, in Base64. */
export interface InvoiceFile {
  readonly name: string;
  readonly base64: string;
}

/** Codes of UNTDID 1001 that invoices use, and those of FatturaPA. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ["220", "Order"],
  ["230", "Order change"],
  ["231", "Order response"],
  ["325", "Proforma invoice"],
  ["326", "Partial invoice"],
  ["380", "Invoice"],
  ["381", "Credit note"],
  ["384", "Corrected invoice"],
  ["386", "Prepayment invoice"],
  ["389", "Self-billed invoice"],
  ["396", "Factored credit note"],
  ["751", "Invoice information"],
  ["875", "Partial construction invoice"],
  ["876", "Partial final construction invoice"],
  ["877", "Final construction invoice"],
  ["TD01", "Invoice"],
  ["TD02", "Advance on invoice"],
  ["TD03", "Advance on fee"],
  ["TD04", "Credit note"],
  ["TD05", "Debit note"],
  ["TD06", "Fee"],
]);

/** The name of a type of document with its code. */
export function kindOfInvoice(code: string): string {
  if (code === "") return "Invoice";
  return `${KINDS.get(code) ?? "Document"} (${code})`;
}
