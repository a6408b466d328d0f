import { DomainError, type Application, type Credentials, type DomainErrorCode } from "@galley/core/domain";

/** The kind of a rejected credential. */
export type CredentialKind = "extraction_key" | "access_token" | "pipeline_key" | "session" | "sign_in";

/**
 * Counts rejected credentials of the current caller.
 *
 * @throws DomainError `QUOTA_EXCEEDED` if too many came from the same address.
 */
export type CountWrongCredentials = (kind: CredentialKind) => void;

/**
 * Counts the rejected credentials of an application. Credentials are checked before anything is counted, so
 * valid ones are accepted from an address that has sent any number of wrong ones.
 */
export function guardedApplication(application: Application, count: CountWrongCredentials): Application {
  const { access, invitations, passkeys, runs, sessions, signIns } = application;
  return {
    ...application,
    access: {
      ...access,
      authenticate: (credentials) =>
        counted(() => access.authenticate(credentials), { count, kind: kindOf(credentials) }),
      enter: (credentials, organization) =>
        counted(() => access.enter(credentials, organization), { count, kind: kindOf(credentials) }),
    },
    runs: {
      ...runs,
      enter: (entrance) => counted(() => runs.enter(entrance), { count, kind: "pipeline_key" }),
    },
    sessions: {
      ...sessions,
      signIn: (identity, visitor) =>
        counted(() => sessions.signIn(identity, visitor), { count, kind: "sign_in", code: "FORBIDDEN" }),
      view: (secret) => counted(() => sessions.view(secret), { count, kind: "session" }),
      choose: (secret, organization) =>
        counted(() => sessions.choose(secret, organization), { count, kind: "session" }),
    },
    invitations: {
      ...invitations,
      received: (secret) => counted(() => invitations.received(secret), { count, kind: "sign_in" }),
      accept: (person, visitor) =>
        counted(() => invitations.accept(person, visitor), { count, kind: "sign_in" }),
    },
    passkeys: {
      ...passkeys,
      signIn: (siteUrl, answer, visitor) =>
        counted(() => passkeys.signIn(siteUrl, answer, visitor), { count, kind: "sign_in" }),
    },
    signIns: {
      ...signIns,
      withLink: (secret, visitor) =>
        counted(() => signIns.withLink(secret, visitor), { count, kind: "sign_in" }),
      withAccessToken: (secret, visitor) =>
        counted(() => signIns.withAccessToken(secret, visitor), { count, kind: "access_token" }),
    },
  };
}

interface Counting {
  readonly count: CountWrongCredentials;
  /** Undefined if no credential was sent. */
  readonly kind: CredentialKind | undefined;
  /** The error code of a rejected credential. */
  readonly code?: DomainErrorCode;
}

async function counted<T>(
  work: () => Promise<T>,
  { count, kind, code = "UNAUTHENTICATED" }: Counting,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (kind !== undefined && error instanceof DomainError && error.code === code) count(kind);
    throw error;
  }
}

/** In order of precedence. */
function kindOf({ bearer, accessToken, extractionKey, session }: Credentials): CredentialKind | undefined {
  if (bearer || accessToken) return "access_token";
  if (extractionKey) return "extraction_key";
  return session ? "session" : undefined;
}

/** Counts in the metrics and towards the limit of the caller's address. */
export function countWrongCredentials({
  tell,
  refuse,
}: {
  readonly tell: (kind: CredentialKind) => void;
  /** Counts one more and returns the whole seconds for which the caller is over the limit. */
  readonly refuse: () => number | undefined;
}): CountWrongCredentials {
  return (kind) => {
    tell(kind);
    const retryAfterSeconds = refuse();
    if (retryAfterSeconds === undefined) return;
    const message = "Too many wrong credentials from this address. Wait before you try again.";
    throw new DomainError("QUOTA_EXCEEDED", message, { retryAfterSeconds });
  };
}
