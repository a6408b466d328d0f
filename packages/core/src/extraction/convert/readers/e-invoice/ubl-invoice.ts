import { textOf, type XmlElement } from "../../xml/xml-element.ts";
import {
  kindOfInvoice,
  type ElectronicInvoice,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTax,
  type InvoiceTotals,
} from "./electronic-invoice.ts";
import type { InvoiceElements } from "./invoice-elements.ts";

/** Invoices and credit notes of UBL 2, as Peppol BIS and XRechnung write them. */
export function readUblInvoice(root: XmlElement, elements: InvoiceElements): ElectronicInvoice {
  const currency = elements.text(root, "DocumentCurrencyCode");
  const code = elements.text(root, "InvoiceTypeCode|CreditNoteTypeCode");
  const taxTotal = taxTotalIn(root, currency, elements);
  return {
    kind: kindOfInvoice(code === "" && root.name === "CreditNote" ? "381" : code),
    number: elements.text(root, "ID"),
    issueDate: elements.date(root, "IssueDate"),
    dueDate: elements.date(root, "DueDate") || elements.date(root, "PaymentMeans/PaymentDueDate"),
    deliveryDate: elements.date(root, "Delivery/ActualDeliveryDate"),
    currency,
    buyerReference: elements.text(root, "BuyerReference"),
    orderNumber: elements.text(root, "OrderReference/ID"),
    seller: party(elements.first(root, "AccountingSupplierParty/Party"), elements),
    buyer: party(elements.first(root, "AccountingCustomerParty/Party"), elements),
    payment: {
      // Of a direct debit, the account of the buyer.
      iban:
        elements.text(root, "PaymentMeans/PayeeFinancialAccount/ID") ||
        elements.text(root, "PaymentMeans/PaymentMandate/PayerFinancialAccount/ID"),
      bic: elements.text(root, "PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID"),
      reference: elements.text(root, "PaymentMeans/PaymentID"),
      terms: elements.texts(root, "PaymentTerms/Note"),
    },
    lines: elements.all(root, "InvoiceLine|CreditNoteLine").map((line) => invoiceLine(line, elements)),
    taxes: elements.all(taxTotal, "TaxSubtotal").map((tax) => invoiceTax(tax, elements)),
    totals: totals(root, taxTotal, elements),
    notes: elements.texts(root, "Note"),
    details: elements.rest(root),
    files: elements.files,
  };
}

/** Tax may be given in the currency of the accounts, too. */
function taxTotalIn(root: XmlElement, currency: string, elements: InvoiceElements): XmlElement | undefined {
  const all = elements.all(root, "TaxTotal");
  const isIn = (total: XmlElement): boolean =>
    elements.first(total, "TaxAmount")?.attributes["currencyID"] === currency;
  return all.find(isIn) ?? all[0];
}

function party(element: XmlElement | undefined, elements: InvoiceElements): InvoiceParty {
  const legalName = elements.text(element, "PartyLegalEntity/RegistrationName");
  const tradeName = elements.text(element, "PartyName/Name");
  const address = elements.first(element, "PostalAddress");
  const city = [elements.text(address, "PostalZone"), elements.text(address, "CityName")];
  const street = elements.texts(address, "StreetName|AdditionalStreetName|BuildingNumber");
  const tax = taxIds(element, elements);
  const names = legalName !== "" && tradeName !== "" && legalName !== tradeName;
  return {
    name: legalName === "" ? tradeName : legalName,
    vatId: tax.vatId,
    taxNumber: tax.taxNumber,
    address: [
      ...street,
      ...elements.texts(address, "AddressLine/Line"),
      city.join(" ").trim(),
      elements.text(address, "CountrySubentity"),
      elements.text(address, "Country/IdentificationCode"),
    ].filter((line) => line !== ""),
    email: elements.text(element, "Contact/ElectronicMail"),
    phone: elements.text(element, "Contact/Telephone"),
    details: [...(names ? [{ label: "Trading name", value: tradeName }] : []), ...elements.rest(element)],
  };
}

function taxIds(
  element: XmlElement | undefined,
  elements: InvoiceElements,
): Pick<InvoiceParty, "vatId" | "taxNumber"> {
  const schemes = elements.all(element, "PartyTaxScheme").map((scheme) => ({
    id: elements.first(scheme, "CompanyID"),
    isVat: !/^(?:FC|LOC)$/.test(textOf(elements.first(scheme, "TaxScheme/ID")).trim()),
  }));
  return {
    vatId: elements.read(schemes.find(({ isVat }) => isVat)?.id),
    taxNumber: elements.read(schemes.find(({ isVat }) => !isVat)?.id),
  };
}

function invoiceLine(element: XmlElement, elements: InvoiceElements): InvoiceLine {
  const quantity = elements.first(element, "InvoicedQuantity|CreditedQuantity");
  const name = elements.text(element, "Item/Name");
  return {
    number: elements.text(element, "ID"),
    description: name === "" ? elements.text(element, "Item/Description") : name,
    quantity: elements.read(quantity),
    unit: quantity?.attributes["unitCode"] ?? "",
    unitPrice: elements.text(element, "Price/PriceAmount"),
    taxRate: elements.text(element, "Item/ClassifiedTaxCategory/Percent"),
    amount: elements.text(element, "LineExtensionAmount"),
    details: elements.rest(element),
  };
}

function invoiceTax(element: XmlElement, elements: InvoiceElements): InvoiceTax {
  const names = [
    elements.text(element, "TaxCategory/TaxScheme/ID"),
    elements.text(element, "TaxCategory/ID"),
  ];
  return {
    category: names.join(" ").trim(),
    rate: elements.text(element, "TaxCategory/Percent"),
    basis: elements.text(element, "TaxableAmount"),
    amount: elements.text(element, "TaxAmount"),
    details: elements.rest(element),
  };
}

function totals(
  root: XmlElement,
  taxTotal: XmlElement | undefined,
  elements: InvoiceElements,
): InvoiceTotals {
  const sums = elements.first(root, "LegalMonetaryTotal|RequestedMonetaryTotal");
  return {
    lines: elements.text(sums, "LineExtensionAmount"),
    allowances: elements.text(sums, "AllowanceTotalAmount"),
    charges: elements.text(sums, "ChargeTotalAmount"),
    net: elements.text(sums, "TaxExclusiveAmount"),
    tax: elements.text(taxTotal, "TaxAmount"),
    gross: elements.text(sums, "TaxInclusiveAmount"),
    prepaid: elements.text(sums, "PrepaidAmount"),
    due: elements.text(sums, "PayableAmount"),
  };
}
