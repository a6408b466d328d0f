import { creationOptions, requestOptions } from "./unsafe.ts";

/** Whether this browser can use passkeys; at plain http addresses other than localhost it cannot. */
export function supportsPasskeys(): boolean {
  return "PublicKeyCredential" in window && "parseCreationOptionsFromJSON" in PublicKeyCredential;
}

/** Asks the browser for a new passkey. @returns its public part as JSON; undefined if the person gave up. */
export function createPasskey(options: object): Promise<Record<string, unknown> | undefined> {
  return answered(() => navigator.credentials.create({ publicKey: creationOptions(options) }));
}

/** Asks the browser to sign with a passkey. @returns the signature as JSON; undefined if the person gave up. */
export function signWithPasskey(options: object): Promise<Record<string, unknown> | undefined> {
  return answered(() => navigator.credentials.get({ publicKey: requestOptions(options) }));
}

async function answered(ask: () => Promise<Credential | null>): Promise<Record<string, unknown> | undefined> {
  try {
    const credential = await ask();
    return credential instanceof PublicKeyCredential ? { ...credential.toJSON() } : undefined;
  } catch (error) {
    if (error instanceof DOMException && GIVEN_UP.has(error.name)) return undefined;
    throw error;
  }
}

const GIVEN_UP: ReadonlySet<string> = new Set(["NotAllowedError", "AbortError"]);
