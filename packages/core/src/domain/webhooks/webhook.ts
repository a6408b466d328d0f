import { RENDITIONS } from "../../extraction/options/renditions.ts";
import { DomainError } from "../domain-error.ts";
import { assertName } from "../names.ts";

/** What messages contain of a document: its text, as documented, or also a rendition of its structure. */
export const WEBHOOK_FORMATS = ["text", ...RENDITIONS] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** A URL of an organization that receives the results of jobs. */
export interface Webhook {
  readonly id: string;
  readonly organizationId: string;
  /** Unique within the organization. */
  readonly name: string;
  readonly url: string;
  readonly format: WebhookFormat;
  /** The bearer token for the target, encrypted; an encrypted "" if the target needs none. */
  readonly sealedAuthToken: string;
  /** The secret of the signatures, encrypted. */
  readonly sealedSigningSecret: string;
  /** When the target responded with 410; null while the webhook is enabled. */
  readonly disabledAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields of a webhook. */
export interface WebhookTarget {
  /** An http or https URL. */
  readonly url: string;
  /** Visible ASCII, sent as `Authorization: Bearer …`; "" sends no such header. */
  readonly authToken: string;
}

const MAX_NAME_LENGTH = 255;
const MAX_URL_LENGTH = 2048;
const MAX_TOKEN_LENGTH = 4096;

/** The characters that a header can contain. */
const HEADER_TEXT = /^[\x20-\x7e]*$/;

/** @throws DomainError `BAD_INPUT` that names the invalid field. */
export function checkWebhookName(name: string): void {
  assertName(name, MAX_NAME_LENGTH);
}

/** Whether the address policy allows the URL is checked by the sender. @throws DomainError `BAD_INPUT`. */
export function checkWebhookTarget({ url, authToken }: WebhookTarget): void {
  if (url.length > MAX_URL_LENGTH) throw wrong("url", `longer than ${MAX_URL_LENGTH} characters`);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) throw wrong("url", "expected an http or https URL");
  if (authToken.length > MAX_TOKEN_LENGTH) {
    throw wrong("authToken", `longer than ${MAX_TOKEN_LENGTH} characters`);
  }
  if (!HEADER_TEXT.test(authToken)) throw wrong("authToken", "expected visible ASCII characters");
}

function wrong(field: string, reason: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${reason}`, { field });
}
