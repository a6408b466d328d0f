import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import type { SecretBox, SecretPlace } from "@galley/core/domain";
import type { Keyring } from "./keyring.ts";

/** The first part of every envelope: `v1.<key id>.<iv>.<tag>.<ciphertext>`, the last three in base64url. */
const VERSION = "v1";

/** The standard IV length of AES-GCM. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts secrets with AES-256-GCM, each bound to its place. */
export function createSecretBox(keyring: Keyring): SecretBox {
  const [current] = keyring;
  const keys = new Map(keyring.map(({ id, key }) => [id, key]));
  return {
    seal(plain, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", current.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(placeBytes(place));
      const closed = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
      const parts = [iv, cipher.getAuthTag(), closed].map((part) => part.toString("base64url"));
      return [VERSION, current.id, ...parts].join(".");
    },

    open(sealed, place) {
      const [version, id = "", ...parts] = sealed.split(".");
      const [iv, tag, closed] = parts.map((part) => Buffer.from(part, "base64url"));
      if (version !== VERSION || !iv || !tag || !closed) throw new Error("Not an encrypted secret.");
      const key = keys.get(id);
      if (!key) throw new Error(`The secret key "${id}" is not in the keyring.`);
      const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES });
      decipher.setAAD(placeBytes(place)).setAuthTag(tag);
      return Buffer.concat([decipher.update(closed), decipher.final()]).toString("utf8");
    },
  };
}

/** As JSON, so that no two places have the same bytes. */
function placeBytes({ organizationId, table, row, column }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([organizationId, table, row, column]));
}
