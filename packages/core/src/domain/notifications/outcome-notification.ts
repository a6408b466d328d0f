import { DomainError } from "../domain-error.ts";

/** How a message is authorized at its target. */
export const NOTIFICATION_AUTHORIZATIONS = ["none", "bearer", "api_key", "custom_header"] as const;
export type NotificationAuthorization = (typeof NOTIFICATION_AUTHORIZATIONS)[number];

/** Who reads a message: a program, or a channel of Slack. */
export const NOTIFICATION_PLATFORMS = ["api", "slack"] as const;
export type NotificationPlatform = (typeof NOTIFICATION_PLATFORMS)[number];

/** A place that wants to hear how the runs of a pipeline end. */
export interface OutcomeNotification {
  readonly id: string;
  readonly organizationId: string;
  readonly pipelineId: string;
  readonly name: string;
  readonly url: string;
  readonly authorization: NotificationAuthorization;
  /** The header that carries the key; "" unless the authorization is `custom_header`. */
  readonly authorizationHeader: string;
  /** The key, sealed; a sealed "" where there is none. */
  readonly sealedAuthorizationKey: string;
  /** The secret of the signatures, sealed. */
  readonly sealedSigningSecret: string;
  /** From 0 to 4. */
  readonly maxRetries: number;
  readonly platform: NotificationPlatform;
  readonly active: boolean;
  /** Whether it hears of failures only. */
  readonly failuresOnly: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The header that authorizes a message, in small letters. */
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

/** Headers that the sender sets by itself. */
const OWN_HEADERS =
  /^(content-|webhook-|host$|connection$|transfer-encoding$|upgrade$|expect$|te$|trailer$)/i;

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,255}$/;

/** @throws DomainError `BAD_INPUT` where the parts do not fit together. */
export function checkAuthorization(
  {
    authorization,
    authorizationHeader: header,
  }: Pick<OutcomeNotification, "authorization" | "authorizationHeader">,
  key: string,
): void {
  if (authorization !== "none" && key === "") throw wrong("authorizationKey", "must not be empty");
  if (authorization === "custom_header" && (!HEADER_NAME.test(header) || OWN_HEADERS.test(header))) {
    throw wrong("authorizationHeader", "expected the name of a header");
  }
}

function wrong(field: string, reason: string): DomainError {
  return new DomainError("BAD_INPUT", `${field}: ${reason}`, { field });
}
