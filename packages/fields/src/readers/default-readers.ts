import { labelReader } from "./labels/label-reader.ts";
import type { FieldReader } from "./reader.ts";

/** The readers that need nothing but the document's words. */
export const DEFAULT_READERS: readonly FieldReader[] = [labelReader];
