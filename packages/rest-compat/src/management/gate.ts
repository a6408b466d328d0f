import type { IncomingMessage } from "node:http";
import { DomainError, tierAllows, type Application, type Intent, type Member } from "@galley/core/domain";
import { z } from "zod";
import { GateRefusal } from "./management-errors.ts";

const INTENTS: Readonly<Record<string, Intent>> = {
  GET: "read",
  HEAD: "read",
  OPTIONS: "read",
  POST: "change",
  PUT: "change",
  PATCH: "change",
  DELETE: "remove",
};

/** The organization that a call addresses, and the session it is made in. */
export interface Door {
  /** The organization's name or id, as in the path. */
  readonly organization: string;
  /** Undefined if there is none, or if the call may come from another site. */
  readonly session: string | undefined;
}

/**
 * Authenticates the caller, and checks that they belong to the organization and that their tier allows the method.
 *
 * @throws GateRefusal with the documented message.
 */
export async function passGate(
  application: Application,
  request: IncomingMessage,
  { organization, session }: Door,
): Promise<Member> {
  const accessToken = bearerOf(request);
  if (accessToken === undefined && session === undefined) throw new GateRefusal(401, "Unauthorized");
  const member = await memberOf(application, { accessToken, session, organization });
  const method = request.method ?? "GET";
  if (!tierAllows(member.tier, INTENTS[method] ?? "remove")) {
    throw new GateRefusal(403, `API key with permission '${member.tier}' does not allow ${method}`);
  }
  return member;
}

/**
 * Like `passGate`, for calls without an organization in the path: the credentials determine it. For a session it is
 * the chosen organization.
 *
 * @throws GateRefusal
 */
export async function passOpenGate(
  { access }: Application,
  request: IncomingMessage,
  session: string | undefined,
): Promise<Member> {
  const accessToken = bearerOf(request);
  if (accessToken === undefined && session === undefined) throw new GateRefusal(401, "Unauthorized");
  try {
    const caller = await access.authenticate({ accessToken, session });
    if (caller.kind !== "extraction_key") return caller;
  } catch (error) {
    if (!isUnauthenticated(error)) throw error;
  }
  throw unauthenticated(accessToken);
}

async function memberOf(
  { access }: Application,
  { accessToken, session, organization }: Door & { readonly accessToken: string | undefined },
): Promise<Member> {
  try {
    return await access.enter({ accessToken, session }, organization);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "FORBIDDEN") throw new GateRefusal(403, "Organization access denied");
    if (error.code !== "UNAUTHENTICATED") throw error;
    throw unauthenticated(accessToken);
  }
}

function isUnauthenticated(error: unknown): boolean {
  return error instanceof DomainError && (error.code === "UNAUTHENTICATED" || error.code === "FORBIDDEN");
}

function unauthenticated(accessToken: string | undefined): GateRefusal {
  if (accessToken === undefined) return new GateRefusal(401, "Unauthorized");
  const isKey = z.guid().safeParse(accessToken).success;
  return new GateRefusal(401, isKey ? "Invalid or inactive API key" : "Invalid API key format");
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? "")?.[1];
}
