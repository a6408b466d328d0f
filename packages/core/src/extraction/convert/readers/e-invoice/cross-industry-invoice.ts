import type { XmlElement } from "../../xml/xml-element.ts";
import {
  kindOfInvoice,
  type ElectronicInvoice,
  type InvoiceLine,
  type InvoiceParty,
  type InvoiceTax,
  type InvoiceTotals,
} from "./electronic-invoice.ts";
import type { InvoiceElements } from "./invoice-elements.ts";

/** UN/CEFACT CII as ZUGFeRD 2, Factur-X, XRechnung and Order-X write it, and the older form of ZUGFeRD 1. */
export function readCrossIndustryInvoice(root: XmlElement, elements: InvoiceElements): ElectronicInvoice {
  const head = elements.first(root, "ExchangedDocument|HeaderExchangedDocument");
  const trade = elements.first(root, "SupplyChainTradeTransaction|SpecifiedSupplyChainTradeTransaction");
  const agreement = elements.first(
    trade,
    "ApplicableHeaderTradeAgreement|ApplicableSupplyChainTradeAgreement",
  );
  const delivery = elements.first(trade, "ApplicableHeaderTradeDelivery|ApplicableSupplyChainTradeDelivery");
  const settlement = elements.first(
    trade,
    "ApplicableHeaderTradeSettlement|ApplicableSupplyChainTradeSettlement",
  );
  const currency = elements.text(settlement, "InvoiceCurrencyCode|OrderCurrencyCode");
  const terms = elements.first(settlement, "SpecifiedTradePaymentTerms");
  return {
    kind: kindOfInvoice(elements.text(head, "TypeCode")),
    number: elements.text(head, "ID"),
    issueDate: elements.date(head, "IssueDateTime/DateTimeString"),
    dueDate: elements.date(settlement, "SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString"),
    deliveryDate: elements.date(delivery, "ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString"),
    currency,
    buyerReference: elements.text(agreement, "BuyerReference"),
    orderNumber: elements.text(agreement, "BuyerOrderReferencedDocument/IssuerAssignedID|ID"),
    seller: party(elements.first(agreement, "SellerTradeParty"), elements),
    buyer: party(elements.first(agreement, "BuyerTradeParty"), elements),
    payment: {
      // Of a direct debit, the account of the buyer.
      iban: elements.text(
        settlement,
        `${MEANS}/PayeePartyCreditorFinancialAccount|PayerPartyDebtorFinancialAccount/IBANID`,
      ),
      bic: elements.text(settlement, `${MEANS}/PayeeSpecifiedCreditorFinancialInstitution/BICID`),
      reference: elements.text(settlement, "PaymentReference"),
      terms: elements.texts(terms, "Description"),
    },
    lines: elements.all(trade, "IncludedSupplyChainTradeLineItem").map((line) => invoiceLine(line, elements)),
    taxes: elements.all(settlement, "ApplicableTradeTax").map((tax) => invoiceTax(tax, elements)),
    totals: totals(settlement, currency, elements),
    notes: elements.texts(head, "IncludedNote/Content"),
    details: elements.rest(root),
    files: elements.files,
  };
}

const MEANS = "SpecifiedTradeSettlementPaymentMeans";

function party(element: XmlElement | undefined, elements: InvoiceElements): InvoiceParty {
  const address = elements.first(element, "PostalTradeAddress");
  const city = [elements.text(address, "PostcodeCode"), elements.text(address, "CityName")];
  const contact = elements.first(element, "DefinedTradeContact");
  return {
    name: elements.text(element, "Name"),
    vatId: taxId(element, "VA", elements),
    taxNumber: taxId(element, "FC", elements),
    address: [
      ...elements.texts(address, "LineOne|LineTwo|LineThree"),
      city.join(" ").trim(),
      elements.text(address, "CountryID"),
    ].filter((line) => line !== ""),
    email: elements.text(contact, "EmailURIUniversalCommunication/URIID|CompleteNumber"),
    phone: elements.text(contact, "TelephoneUniversalCommunication/CompleteNumber"),
    details: elements.rest(element),
  };
}

function taxId(element: XmlElement | undefined, scheme: string, elements: InvoiceElements): string {
  const ids = elements.all(element, "SpecifiedTaxRegistration/ID");
  return elements.read(ids.find(({ attributes }) => attributes["schemeID"] === scheme));
}

function invoiceLine(element: XmlElement, elements: InvoiceElements): InvoiceLine {
  const agreement = elements.first(element, "SpecifiedLineTradeAgreement|SpecifiedSupplyChainTradeAgreement");
  const delivery = elements.first(element, "SpecifiedLineTradeDelivery|SpecifiedSupplyChainTradeDelivery");
  const settlement = elements.first(
    element,
    "SpecifiedLineTradeSettlement|SpecifiedSupplyChainTradeSettlement",
  );
  const quantity = elements.first(delivery, "BilledQuantity|RequestedQuantity|AgreedQuantity");
  return {
    number: elements.text(element, "AssociatedDocumentLineDocument/LineID"),
    description: elements.text(element, "SpecifiedTradeProduct/Name"),
    quantity: elements.read(quantity),
    unit: quantity?.attributes["unitCode"] ?? "",
    unitPrice: elements.text(agreement, "NetPriceProductTradePrice/ChargeAmount"),
    taxRate: elements.text(settlement, "ApplicableTradeTax/RateApplicablePercent|ApplicablePercent"),
    amount: elements.text(
      settlement,
      "SpecifiedTradeSettlementLineMonetarySummation|SpecifiedTradeSettlementMonetarySummation/LineTotalAmount",
    ),
    details: elements.rest(element),
  };
}

function invoiceTax(element: XmlElement, elements: InvoiceElements): InvoiceTax {
  const names = [elements.text(element, "TypeCode"), elements.text(element, "CategoryCode")];
  return {
    category: names.join(" ").trim(),
    rate: elements.text(element, "RateApplicablePercent|ApplicablePercent"),
    basis: elements.text(element, "BasisAmount"),
    amount: elements.text(element, "CalculatedAmount"),
    details: elements.rest(element),
  };
}

function totals(
  settlement: XmlElement | undefined,
  currency: string,
  elements: InvoiceElements,
): InvoiceTotals {
  const sums = elements.first(
    settlement,
    "SpecifiedTradeSettlementHeaderMonetarySummation|SpecifiedTradeSettlementMonetarySummation",
  );
  // Tax may be given in the currency of the accounts, too.
  const taxes = elements.all(sums, "TaxTotalAmount");
  const tax = taxes.find(({ attributes }) => attributes["currencyID"] === currency) ?? taxes[0];
  return {
    lines: elements.text(sums, "LineTotalAmount"),
    allowances: elements.text(sums, "AllowanceTotalAmount"),
    charges: elements.text(sums, "ChargeTotalAmount"),
    net: elements.text(sums, "TaxBasisTotalAmount"),
    tax: elements.read(tax),
    gross: elements.text(sums, "GrandTotalAmount"),
    prepaid: elements.text(sums, "TotalPrepaidAmount"),
    due: elements.text(sums, "DuePayableAmount"),
  };
}
