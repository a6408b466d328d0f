import type { PasskeyCeremonies } from "@galley/core/domain";
import { z } from "zod";

const base64url = z.string().regex(/^[\w-]+$/);
const credentialSchema = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
});
const createdSchema = credentialSchema.extend({
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(32)).max(16).default([]),
  }),
});
const answeredSchema = credentialSchema.extend({
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});

/** The name of the site that authenticators show. */
const SITE_NAME = "Galley";

/** When it is first needed: it takes 150 modules, and most services have no passkeys. */
const loadLibrary = () => import("@simplewebauthn/server");

/** WebAuthn, with passkeys that the authenticator finds by itself. */
export const webauthn: PasskeyCeremonies = {
  async creationOptions({ id: rpID }, { challenge, userHandle, userName, displayName, known }) {
    const { generateRegistrationOptions } = await loadLibrary();
    const options = await generateRegistrationOptions({
      rpName: SITE_NAME,
      rpID,
      challenge: bytesOf(challenge),
      userID: new Uint8Array(userHandle),
      userName,
      userDisplayName: displayName,
      attestationType: "none",
      excludeCredentials: known.map(({ credentialId, transports }) => ({
        id: credentialId,
        transports: [...transports],
      })),
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
    });
    return { ...options };
  },

  async created({ id, origin }, { challenge, response }) {
    const parsed = createdSchema.safeParse(response);
    if (!parsed.success) return undefined;
    const { verifyRegistrationResponse } = await loadLibrary();
    const outcome = await unlessInvalid(
      verifyRegistrationResponse({
        response: parsed.data,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        requireUserVerification: false,
      }),
    );
    if (!outcome?.verified) return undefined;
    const { id: credentialId, publicKey, counter } = outcome.registrationInfo.credential;
    const { transports } = parsed.data.response;
    return { credentialId, publicKey: Buffer.from(publicKey).toString("base64url"), counter, transports };
  },

  async requestOptions({ id: rpID }, challenge) {
    const { generateAuthenticationOptions } = await loadLibrary();
    const options = await generateAuthenticationOptions({
      rpID,
      challenge: bytesOf(challenge),
      userVerification: "preferred",
    });
    return { ...options };
  },

  credentialIdOf: (response) => answeredSchema.safeParse(response).data?.id,

  async answered({ id, origin }, { challenge, response, passkey }) {
    const parsed = answeredSchema.safeParse(response);
    if (!parsed.success) return undefined;
    const { credentialId, publicKey, counter } = passkey;
    const { verifyAuthenticationResponse } = await loadLibrary();
    const outcome = await unlessInvalid(
      verifyAuthenticationResponse({
        response: parsed.data,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: id,
        credential: { id: credentialId, publicKey: bytesOf(publicKey), counter },
        requireUserVerification: false,
      }),
    );
    return outcome?.verified ? outcome.authenticationInfo.newCounter : undefined;
  },
};

/** The library throws an Error for every response that is not as expected. */
async function unlessInvalid<V>(verified: Promise<V>): Promise<V | undefined> {
  try {
    return await verified;
  } catch {
    return undefined;
  }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64, "base64url"));
}
