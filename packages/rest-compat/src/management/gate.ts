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

/**
 * Finds out who is calling, that they belong to the organization, and that their tier allows the method.
 *
 * @param organization the organization's name or id, as the path has it.
 * @throws GateRefusal in the documented words.
 */
export async function passGate(
  application: Application,
  request: IncomingMessage,
  organization: string,
): Promise<Member> {
  const accessToken = bearerOf(request);
  if (accessToken === undefined) throw new GateRefusal(401, "Unauthorized");
  const member = await memberOf(application, { accessToken, organization });
  const method = request.method ?? "GET";
  if (!tierAllows(member.tier, INTENTS[method] ?? "remove")) {
    throw new GateRefusal(403, `API key with permission '${member.tier}' does not allow ${method}`);
  }
  return member;
}

async function memberOf(
  { access }: Application,
  { accessToken, organization }: { readonly accessToken: string; readonly organization: string },
): Promise<Member> {
  try {
    return await access.enter({ accessToken }, organization);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (error.code === "FORBIDDEN") throw new GateRefusal(403, "Organization access denied");
    if (error.code !== "UNAUTHENTICATED") throw error;
    const isKey = z.guid().safeParse(accessToken).success;
    throw new GateRefusal(401, isKey ? "Invalid or inactive API key" : "Invalid API key format");
  }
}

function bearerOf({ headers }: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization?.trim() ?? "")?.[1];
}
