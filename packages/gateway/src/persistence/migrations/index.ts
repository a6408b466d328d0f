import { Extraction } from "./0001-extraction.ts";

/** Every change of the tables, in the order in which they came to be. A name never changes. */
export const MIGRATIONS = [{ name: "0001-extraction", class: Extraction }];
