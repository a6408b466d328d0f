import { isEmail } from "@galley/core/domain";
import { parseKeyring, SECRET_KEY_BYTES, type Keyring } from "../secrets/keyring.ts";
import { facts, matching, readAs, type ValuesOf } from "./variable.ts";

/** Shorter ones can be guessed. */
const MIN_SECRET_LENGTH = 16;

const secret = matching(
  `${MIN_SECRET_LENGTH} to 255 visible ASCII characters`,
  new RegExp(`^[\\x21-\\x7e]{${MIN_SECRET_LENGTH},255}$`),
);

const email = readAs("an e-mail address", (text) => (isEmail(text) ? text : undefined));

/** Credentials created at first start, and the keyring for secrets at rest. */
export const secretVariables = {
  GALLEY_SERVICE_KEY: secret.optional().register(facts, {
    meaning: "extraction key to create; first start only",
    unset: "generated",
    hide: "all",
  }),
  GALLEY_ACCESS_TOKEN: secret.optional().register(facts, {
    meaning: "access token to create; first start only",
    unset: "generated",
    hide: "all",
  }),
  GALLEY_ORG: matching("1 to 64 letters, digits, - and _", /^[\w-]{1,64}$/)
    .prefault("default")
    .register(facts, { meaning: "organization to create; first start only" }),
  GALLEY_MANAGER_EMAIL: email
    .prefault("manager@localhost")
    .register(facts, { meaning: "e-mail address of the first manager; first start only" }),
  GALLEY_SECRET_KEYS: readAs(`id:base64,… with ${SECRET_KEY_BYTES} bytes per id`, parseKeyring)
    .optional()
    .register(facts, {
      meaning: "keyring for secrets at rest, current key first",
      unset: "generated",
      hide: "all",
    }),
};

export interface SecretConfig {
  /** Created at first start; missing secrets are generated. */
  readonly first: {
    readonly extractionKey: string | undefined;
    readonly accessToken: string | undefined;
    readonly organization: string;
    readonly managerEmail: string;
  };
  /** Undefined uses the keyring of the data folder. */
  readonly secretKeys: Keyring | undefined;
}

export function secretConfig(environment: ValuesOf<typeof secretVariables>): SecretConfig {
  return {
    first: {
      extractionKey: environment.GALLEY_SERVICE_KEY,
      accessToken: environment.GALLEY_ACCESS_TOKEN,
      organization: environment.GALLEY_ORG,
      managerEmail: environment.GALLEY_MANAGER_EMAIL,
    },
    secretKeys: environment.GALLEY_SECRET_KEYS,
  };
}
