import { DomainError } from "../domain-error.ts";
import type { FieldsReader } from "./fields-ports.ts";

/** Of an application that reads no fields. */
export const NO_FIELDS_READER: FieldsReader = {
  shipped: [],
  check: unavailable,
  shape: () => ({ columns: [], arrays: [] }),
  read: unavailable,
  split: unavailable,
  example: unavailable,
  value: unavailable,
  table: unavailable,
};

async function unavailable(): Promise<never> {
  throw new DomainError("UNAVAILABLE", "This service reads no fields.");
}
