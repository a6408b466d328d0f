import type { ElectronicInvoice, InvoiceLine } from "@galley/core";
import type { FieldValue } from "@galley/core/domain";

/** What an electronic invoice says of a property of the kind `invoice`; "" if the XML does not have it. */
type ValueOf<Of> = (invoice: Of) => string;

/** The properties of the kind `invoice`. */
export const INVOICE_VALUES: ReadonlyMap<string, ValueOf<ElectronicInvoice>> = new Map<
  string,
  ValueOf<ElectronicInvoice>
>([
  ["invoice_number", ({ number }) => number],
  ["issue_date", ({ issueDate }) => issueDate],
  ["due_date", ({ dueDate }) => dueDate],
  ["delivery_date", ({ deliveryDate }) => deliveryDate],
  ["order_number", ({ orderNumber }) => orderNumber],
  ["seller", ({ seller }) => seller.name],
  ["seller_vat_id", ({ seller }) => seller.vatId],
  ["buyer", ({ buyer }) => buyer.name],
  ["buyer_vat_id", ({ buyer }) => buyer.vatId],
  ["iban", ({ payment }) => payment.iban],
  ["bic", ({ payment }) => payment.bic],
  ["currency", ({ currency }) => currency],
  ["net_total", ({ totals }) => totals.net],
  ["tax_total", ({ totals }) => totals.tax],
  ["gross_total", ({ totals }) => totals.gross],
  ["amount_due", ({ totals }) => totals.due],
]);

/** The properties of a row of `lines`. */
export const LINE_VALUES: ReadonlyMap<string, ValueOf<InvoiceLine>> = new Map<string, ValueOf<InvoiceLine>>([
  ["description", ({ description }) => description],
  ["quantity", ({ quantity }) => quantity],
  ["unit_price", ({ unitPrice }) => unitPrice],
  ["amount", ({ amount }) => amount],
]);

/** The value of a text of the XML, whose numbers have a decimal point; null for none. */
export function valueOf(text: string, type: string): FieldValue {
  if (text === "") return null;
  if (type !== "number" && type !== "integer") return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}
