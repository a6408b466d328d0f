import { gql } from "urql";

import type { graphql as typedOperations } from "../generated/gql.ts";

/**
 * An operation or fragment of the schema, typed by its text (the types are generated when the console is built). The
 * generated map of all operations would put each screen's operations into the first screen's bundle.
 */
export const graphql = gql as unknown as typeof typedOperations;

/** The options of a passkey ceremony, which GraphQL returns as untyped JSON. */
export function creationOptions(json: object): PublicKeyCredentialCreationOptions {
  return PublicKeyCredential.parseCreationOptionsFromJSON(json as PublicKeyCredentialCreationOptionsJSON);
}

/** The same for signing in. */
export function requestOptions(json: object): PublicKeyCredentialRequestOptions {
  return PublicKeyCredential.parseRequestOptionsFromJSON(json as PublicKeyCredentialRequestOptionsJSON);
}
