import { DomainError } from "./domain-error.ts";

/** Neither white space nor a character that is never drawn, such as a zero-width space. */
const DRAWN = /[^\p{White_Space}\p{Cc}\p{Default_Ignorable_Code_Point}]/u;

/** Control characters, separators of lines and paragraphs, and unpaired surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;

/** Whether nothing of a text can be seen. */
export function isBlank(text: string): boolean {
  return !DRAWN.test(text);
}

/** Why a text cannot be the name of a record; undefined if it can. */
export function nameProblem(name: string, maxLength: number): string | undefined {
  if (isBlank(name)) return "must not be blank";
  if (name.length > maxLength) return `expected at most ${maxLength} characters`;
  return UNPRINTABLE.test(name) ? "must not contain line breaks or other control characters" : undefined;
}

/** @throws DomainError `BAD_INPUT` if a text cannot be the name of a record. */
export function assertName(name: string, maxLength: number): void {
  const problem = nameProblem(name, maxLength);
  if (problem !== undefined) throw new DomainError("BAD_INPUT", `name: ${problem}`, { field: "name" });
}

/** A name that was given elsewhere, on one line and not longer than allowed; undefined if nothing of it can be seen. */
export function receivedName(name: string, maxLength: number): string | undefined {
  const line = name
    .replaceAll(new RegExp(`${UNPRINTABLE.source}+`, "gu"), " ")
    .slice(0, maxLength)
    // The limit may have cut a pair.
    .replace(/\p{Cs}$/u, "");
  return isBlank(line) ? undefined : line;
}
