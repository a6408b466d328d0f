import type { Environment, Transaction } from "../../ports.ts";
import type { Session, SessionClient, SignInWay } from "../model/credential.ts";
import { digestOf } from "../keys/secret-digest.ts";
import type { SessionRecords } from "../model/token-ports.ts";

/** The browser that signs in. */
export interface Visitor extends SessionClient {
  /** The secret of the browser's session, which the new one replaces. */
  readonly replaces?: string | undefined;
}

/** A session with its secret, which is returned once: only its digest is stored. */
export interface SignedIn {
  readonly secret: string;
  readonly session: Session;
}

interface SessionFacts {
  readonly userId: string | null;
  readonly organizationId: string | null;
  readonly way: SignInWay;
  readonly accessTokenId?: string;
  readonly visitor: Visitor;
}

/** Too long to be guessed. */
const SECRET_BYTES = 32;
const MAX_USER_AGENT_LENGTH = 200;

/** Starts a session with a new secret, and ends the one that the browser had. */
export async function startSession(
  { sessions }: Transaction<SessionRecords>,
  { environment, sessionSeconds }: { readonly environment: Environment; readonly sessionSeconds: number },
  { userId, organizationId, way, accessTokenId, visitor }: SessionFacts,
): Promise<SignedIn> {
  const now = environment.now();
  const secret = randomSecret(environment);
  const session: Session = {
    id: environment.uuid(),
    digest: digestOf(secret),
    userId,
    organizationId,
    way,
    accessTokenId: accessTokenId ?? null,
    address: visitor.address,
    userAgent: visitor.userAgent.slice(0, MAX_USER_AGENT_LENGTH),
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + sessionSeconds * 1000),
  };
  await sessions.removeExpired(now);
  const replaced =
    visitor.replaces === undefined ? undefined : await sessions.findByDigest(digestOf(visitor.replaces));
  if (replaced) await sessions.remove(replaced.id);
  await sessions.insert(session);
  return { secret, session };
}

/** A secret for a session or a link. */
export function randomSecret({ randomBytes }: Pick<Environment, "randomBytes">): string {
  return Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
}
