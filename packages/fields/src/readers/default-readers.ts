import { eInvoiceReader } from "./e-invoice/e-invoice-reader.ts";
import { formReader } from "./form-fields/form-reader.ts";
import { kindReader } from "./kinds/kind-reader.ts";
import { labelReader } from "./labels/label-reader.ts";
import { tableReader } from "./tables/table-reader.ts";
import type { FieldReader } from "./reader.ts";

/** The readers that need nothing but the document. */
export const DEFAULT_READERS: readonly FieldReader[] = [
  formReader,
  labelReader,
  tableReader,
  kindReader,
  eInvoiceReader,
];
