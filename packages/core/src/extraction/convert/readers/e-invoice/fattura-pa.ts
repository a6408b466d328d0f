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

/** FatturaPA of Italy: one file has one or more invoices of the same parties. */
export function readFatturaPa(root: XmlElement, elements: InvoiceElements): readonly ElectronicInvoice[] {
  const head = elements.first(root, "FatturaElettronicaHeader");
  const seller = party(elements.first(head, "CedentePrestatore"), elements);
  const buyer = party(elements.first(head, "CessionarioCommittente"), elements);
  const details = elements.rest(head);
  return elements
    .all(root, "FatturaElettronicaBody")
    .map((body, index) => invoice(body, { seller, buyer, details: index === 0 ? details : [] }, elements));
}

type Shared = Pick<ElectronicInvoice, "seller" | "buyer" | "details">;

function invoice(
  body: XmlElement,
  { seller, buyer, details }: Shared,
  elements: InvoiceElements,
): ElectronicInvoice {
  const general = elements.first(body, "DatiGenerali/DatiGeneraliDocumento");
  const payment = elements.first(body, "DatiPagamento/DettaglioPagamento");
  const taxes = elements.all(body, "DatiBeniServizi/DatiRiepilogo").map((tax) => invoiceTax(tax, elements));
  return {
    kind: kindOfInvoice(elements.text(general, "TipoDocumento")),
    number: elements.text(general, "Numero"),
    issueDate: elements.date(general, "Data"),
    dueDate: elements.date(payment, "DataScadenzaPagamento"),
    deliveryDate: "",
    currency: elements.text(general, "Divisa"),
    buyerReference: "",
    orderNumber: elements.text(body, "DatiGenerali/DatiOrdineAcquisto/IdDocumento"),
    seller,
    buyer,
    payment: {
      iban: elements.text(payment, "IBAN"),
      bic: elements.text(payment, "BIC"),
      reference: elements.text(payment, "CodicePagamento"),
      terms: [],
    },
    lines: elements.all(body, "DatiBeniServizi/DettaglioLinee").map((line) => invoiceLine(line, elements)),
    taxes,
    totals: totals(
      taxes,
      elements.text(general, "ImportoTotaleDocumento"),
      sum(
        elements.all(body, "DatiPagamento/DettaglioPagamento/ImportoPagamento").map((part) => textOf(part)),
      ),
    ),
    notes: elements.texts(general, "Causale"),
    details: [...details, ...elements.rest(body)],
    files: elements.files,
  };
}

function party(element: XmlElement | undefined, elements: InvoiceElements): InvoiceParty {
  const person = elements.first(element, "DatiAnagrafici");
  const names = elements.texts(person, "Anagrafica/Denominazione|Nome|Cognome");
  const seat = elements.first(element, "Sede");
  const street = [elements.text(seat, "Indirizzo"), elements.text(seat, "NumeroCivico")];
  const city = ["CAP", "Comune", "Provincia"].map((name) => elements.text(seat, name));
  return {
    name: names.join(" "),
    vatId: elements.text(person, "IdFiscaleIVA/IdPaese") + elements.text(person, "IdFiscaleIVA/IdCodice"),
    taxNumber: elements.text(person, "CodiceFiscale"),
    address: [street, city, [elements.text(seat, "Nazione")]]
      .map((line) => line.filter((part) => part !== "").join(" "))
      .filter((line) => line !== ""),
    email: elements.text(element, "Contatti/Email"),
    phone: elements.text(element, "Contatti/Telefono"),
    details: elements.rest(element),
  };
}

function invoiceLine(element: XmlElement, elements: InvoiceElements): InvoiceLine {
  return {
    number: elements.text(element, "NumeroLinea"),
    description: elements.text(element, "Descrizione"),
    quantity: elements.text(element, "Quantita"),
    unit: elements.text(element, "UnitaMisura"),
    unitPrice: elements.text(element, "PrezzoUnitario"),
    taxRate: elements.text(element, "AliquotaIVA"),
    amount: elements.text(element, "PrezzoTotale"),
    details: elements.rest(element),
  };
}

function invoiceTax(element: XmlElement, elements: InvoiceElements): InvoiceTax {
  return {
    category: elements.text(element, "Natura"),
    rate: elements.text(element, "AliquotaIVA"),
    basis: elements.text(element, "ImponibileImporto"),
    amount: elements.text(element, "Imposta"),
    details: elements.rest(element),
  };
}

/** The format has the sums of each rate of tax, and the sum of the document only as an option. */
function totals(taxes: readonly InvoiceTax[], total: string, due: string): InvoiceTotals {
  const net = sum(taxes.map(({ basis }) => basis));
  const tax = sum(taxes.map(({ amount }) => amount));
  const gross = total === "" ? sum([net, tax]) : total;
  return {
    lines: "",
    allowances: "",
    charges: "",
    net,
    tax,
    gross,
    prepaid: "",
    due: due === "" ? gross : due,
  };
}

/** The sum of amounts with two decimals; "" without any. */
function sum(amounts: readonly string[]): string {
  if (amounts.length === 0) return "";
  const cents = amounts.reduce((total, amount) => total + Math.round(Number(amount) * 100), 0);
  return (cents / 100).toFixed(2);
}
