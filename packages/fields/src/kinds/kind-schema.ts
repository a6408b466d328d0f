import type { FieldProperty, FieldsSchema, Kind } from "../schema/fields-schema.ts";
import { INVOICE_LABELS, LINE_LABELS } from "./invoice-labels.ts";
import { BOOKING_LABELS, RECEIPT_LABELS, STATEMENT_LABELS } from "./receipt-labels.ts";

/** The schema of a kind that ships. */
export function kindSchema(kind: Kind): FieldsSchema {
  return SCHEMAS[kind];
}

type Form = Pick<FieldProperty, "type" | "format" | "description">;
const TEXT: Form = { type: "string" };
const NAME: Form = { type: "string", format: "name" };
const NUMBER_TEXT: Form = { type: "string", format: "number-text" };
const DATE: Form = { type: "string", format: "date" };
const AMOUNT: Form = { type: "number", format: "amount" };
const NUMBER: Form = { type: "number" };
const VAT_ID: Form = { type: "string", format: "vat-id" };
const IBAN: Form = { type: "string", format: "iban" };
const CURRENCY: Form = { type: "string", format: "currency" };
const ADDRESS: Form = { type: "string", format: "address" };

const SCHEMAS: Readonly<Record<Kind, FieldsSchema>> = {
  invoice: {
    name: "invoice",
    kind: "invoice",
    title: "Invoice",
    properties: {
      ...labelled(INVOICE_LABELS, {
        invoice_number: NUMBER_TEXT,
        issue_date: DATE,
        due_date: DATE,
        delivery_date: DATE,
        order_number: NUMBER_TEXT,
        customer_number: NUMBER_TEXT,
        seller: NAME,
        seller_vat_id: VAT_ID,
        buyer: NAME,
        buyer_vat_id: VAT_ID,
        iban: IBAN,
        bic: { type: "string", format: "bic" },
        currency: CURRENCY,
        net_total: AMOUNT,
        tax_total: AMOUNT,
        gross_total: AMOUNT,
        amount_due: AMOUNT,
      }),
      lines: rows(
        labelled(LINE_LABELS, { description: TEXT, quantity: NUMBER, unit_price: AMOUNT, amount: AMOUNT }),
      ),
    },
    required: ["invoice_number", "issue_date", "seller", "gross_total"],
  },
  receipt: {
    name: "receipt",
    kind: "receipt",
    title: "Receipt",
    properties: {
      company: NAME,
      address: ADDRESS,
      ...labelled(RECEIPT_LABELS, {
        date: DATE,
        total: AMOUNT,
        subtotal: AMOUNT,
        tax_total: AMOUNT,
        receipt_number: NUMBER_TEXT,
      }),
      currency: CURRENCY,
    },
    required: ["company", "date", "total"],
  },
  "bank-statement": {
    name: "bank-statement",
    kind: "bank-statement",
    title: "Bank statement",
    properties: {
      ...labelled(STATEMENT_LABELS, {
        account_holder: NAME,
        iban: IBAN,
        account_number: NUMBER_TEXT,
        statement_date: DATE,
        period_start: DATE,
        period_end: DATE,
        opening_balance: AMOUNT,
        closing_balance: AMOUNT,
        currency: CURRENCY,
      }),
      transactions: rows(
        labelled(BOOKING_LABELS, {
          date: DATE,
          value_date: DATE,
          description: TEXT,
          amount: { ...AMOUNT, description: "Negative if it was paid from the account." },
          balance: AMOUNT,
        }),
      ),
    },
    required: ["closing_balance"],
  },
  form: {
    name: "form",
    kind: "form",
    title: "Form",
    description: "All fields and labelled values that the document has.",
    properties: {
      fields: rows({ name: TEXT, value: TEXT, checked: { type: "boolean" } }),
    },
    required: [],
  },
};

type Forms<Name extends string> = { readonly [name in Name]?: Form };

function labelled<Name extends string>(
  labels: { readonly [name in Name]: readonly string[] },
  forms: Forms<Name>,
): { readonly [name: string]: FieldProperty } {
  return Object.fromEntries(
    Object.entries<Form | undefined>(forms).map(([name, form]) => [
      name,
      { ...form, type: form?.type ?? "string", labels: labelsNamed(labels, name) },
    ]),
  );
}

function labelsNamed(
  labels: { readonly [name: string]: readonly string[] },
  name: string,
): readonly string[] {
  return labels[name] ?? [];
}

function rows(properties: { readonly [name: string]: FieldProperty }): FieldProperty {
  return { type: "array", items: { type: "object", properties } };
}
