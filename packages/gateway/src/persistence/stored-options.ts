import { jobOptionsOf } from "@galley/core/domain";
import { StorableJson } from "./columns.ts";

const DEFAULTS = jobOptionsOf({});

/** Extraction options as JSON. Options that did not exist when they were stored have their defaults. */
export class StoredOptions extends StorableJson {
  override convertToJSValue(...stored: Parameters<StorableJson["convertToJSValue"]>): unknown {
    return Object.assign({}, DEFAULTS, super.convertToJSValue(...stored));
  }
}
