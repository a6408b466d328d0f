import { timingSafeEqual } from "node:crypto";
import { digestOf } from "./secret-digest.ts";
import type { CredentialStore } from "../model/token-ports.ts";

/** The index finds the row; the constant-time comparison decides, so timing reveals nothing. */
export async function findBySecret<C extends { readonly digest: string }>(
  store: Pick<CredentialStore<C>, "findByDigest">,
  secret: string,
): Promise<C | undefined> {
  const digest = digestOf(secret);
  const found = await store.findByDigest(digest);
  const isSame = found && timingSafeEqual(Buffer.from(found.digest, "hex"), Buffer.from(digest, "hex"));
  return isSame ? found : undefined;
}
