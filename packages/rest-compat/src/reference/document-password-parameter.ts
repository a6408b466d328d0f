import { MAX_DOCUMENT_PASSWORD_LENGTH } from "@galley/core/domain";
import type { Parameter } from "./open-api-document.ts";

export const DOCUMENT_PASSWORD = {
  name: "Document-Password",
  in: "header",
  required: false,
  description:
    "Extension: the user or owner password of an encrypted document, in UTF-8, at most 1,000 characters. Stored encrypted, deleted when the job is settled, and never logged.",
  schema: { type: "string", maxLength: MAX_DOCUMENT_PASSWORD_LENGTH },
} as const satisfies Parameter;
