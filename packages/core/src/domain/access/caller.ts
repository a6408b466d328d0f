/** What an access token may do: `read` reads, `read_write` also creates and changes, `full_access` also deletes. */
export const ACCESS_TIERS = ["read", "read_write", "full_access"] as const;
export type AccessTier = (typeof ACCESS_TIERS)[number];

/** Who is calling, as the credentials proved it. */
export type Caller =
  | { readonly kind: "extraction_key"; readonly id: string; readonly organizationId: string }
  | {
      readonly kind: "access_token";
      readonly id: string;
      readonly organizationId: string;
      readonly tier: AccessTier;
    };

/** What a request carried; both absent when it carried nothing. */
export interface Credentials {
  readonly extractionKey?: string | undefined;
  readonly accessToken?: string | undefined;
}
