import type { IncomingHttpHeaders } from "node:http";
import { DomainError, type Application, type Caller } from "@galley/core/domain";

/** Either header carries the key: the documented name, or the one that the published clients send. */
const KEY_HEADERS = ["service-key", "unstract-key"] as const;

/** @throws DomainError `UNAUTHENTICATED` or `FORBIDDEN`. */
export async function authenticate(application: Application, headers: IncomingHttpHeaders): Promise<Caller> {
  const extractionKey = KEY_HEADERS.map((name) => headers[name]).find((value) => value);
  if (typeof extractionKey !== "string") {
    throw new DomainError("UNAUTHENTICATED", "The header service-key is missing.");
  }
  return application.access.authenticate({ extractionKey });
}
