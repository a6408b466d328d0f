import { DomainError } from "../../domain-error.ts";
import { isBlank } from "../../names.ts";
import { DEFAULT_TAG } from "../job.ts";

const MAX_TAG_LENGTH = 255;

/** The tag of a job; a blank one is the default. @throws DomainError `BAD_INPUT` if it is too long. */
export function checkedTag(tag: string): string {
  if (isBlank(tag)) return DEFAULT_TAG;
  if (tag.length <= MAX_TAG_LENGTH) return tag;
  throw new DomainError("BAD_INPUT", `tag: expected at most ${MAX_TAG_LENGTH} characters`, { field: "tag" });
}
