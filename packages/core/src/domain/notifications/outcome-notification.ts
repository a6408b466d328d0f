import { DomainError } from "../domain-error.ts";

/** How a message is authorized at its target. */
export const NOTIFICATION_AUTHORIZATIONS = ["none", "bearer", "api_key", "custom_header"] as const;
export type NotificationAuthorization = (typeof NOTIFICATION_AUTHORIZATIONS)[number];

/** The format of a message: for a program, or for a Slack channel. */
export const NOTIFICATION_PLATFORMS = ["api", "slack"] as const;
export type NotificationPlatform = (typeof NOTIFICATION_PLATFORMS)[number];

/** A target that receives the outcome of a pipeline's runs. */
export interface OutcomeNotification {
  readonly id: string;
  readonly organizationId: string;
  readonly pipelineId: string;
  readonly name: string;
  readonly url: string;
  readonly authorization: NotificationAuthorization;
  /** The header with the key; "" unless the authorization is `custom_header`. */
  readonly authorizationHeader: string;
  /** The key, encrypted; an encrypted "" if there is none. */
  readonly sealedAuthorizationKey: string;
  /** The secret of the signatures, encrypted. */
  readonly sealedSigningSecret: string;
  /** From 0 to 4. */
  readonly maxRetries: number;
  readonly platform: NotificationPlatform;
  readonly active: boolean;
  /** Whether only runs that failed, wholly or in part, are sent. */
  readonly failuresOnly: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The header that authorizes a message, in lower case. */
export function authorizationOf(
  { authorization, authorizationHeader }: OutcomeNotification,
  key: string,
): Readonly<Record<string, string>> {
  switch (authorization) {
    case "none":
      return {};
    case "bearer":
      return { authorization: `Bearer ${key}` };
    case "api_key":
      return { authorization: key };
    case "custom_header":
      return { [authorizationHeader.toLowerCase()]: key };
    default:
      return authorization satisfies never;
  }
}

/** Headers that the sender sets itself. */
const OWN_HEADERS =
  /^(content-|webhook-|host$|connection$|transfer-encoding$|upgrade$|expect$|te$|trailer$)/i;

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,255}$/;

/** @throws DomainError `BAD_INPUT` if the parts do not fit together. */
export function checkAuthorization(
  {
    authorization,
    authorizationHeader: header,
  }: Pick<OutcomeNotification, "authorization" | "authorizationHeader">,
  key: string,
): void {
  if (authorization !== "none" && key === "") throw wrong("authorizationKey", "must not be empty");
  if (authorization === "custom_header" && (!HEADER_NAME.test(header) || OWN_HEADERS.test(header))) {
    throw wrong("authorizationHeader", "expected a valid header name that the service does not set itself");
  }
}

function wrong(field: string, reason: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${reason}`, { field });
}
