import type { PasskeyCeremonies } from "./passkey-ceremonies.ts";

/** No response is valid. */
export const NO_PASSKEYS: PasskeyCeremonies = {
  creationOptions: async () => ({}),
  created: async () => undefined,
  requestOptions: async () => ({}),
  credentialIdOf: () => undefined,
  answered: async () => undefined,
};
