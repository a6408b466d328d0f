import type { ContainedFile } from "../model/flow-document.ts";

/** How many files a message names. */
const MAX_NAMED = 20;

/** Names in a message; of many, the first. */
export function namesText(names: readonly string[]): string {
  const more = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "";
  return `${names.slice(0, MAX_NAMED).join(", ")}${more}`;
}

/** The message for files that are only named because `attachments` is `list`; nothing if there are none. */
export function notReadByOption(files: readonly ContainedFile[]): readonly string[] {
  if (files.length === 0) return [];
  const names = namesText(files.map(({ name }) => name));
  return [`Files inside the document that were not read: ${names}. Set attachments to read to read them.`];
}
