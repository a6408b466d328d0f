import { DomainError } from "../../domain-error.ts";

const MAX_TAG_LENGTH = 255;

/** @throws DomainError `BAD_INPUT` if the tag is too long. */
export function assertTag(tag: string): void {
  if (tag.length <= MAX_TAG_LENGTH) return;
  throw new DomainError("BAD_INPUT", `The tag is longer than ${MAX_TAG_LENGTH} characters.`, {
    field: "tag",
  });
}
