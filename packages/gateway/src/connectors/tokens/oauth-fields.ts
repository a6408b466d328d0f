import { z } from "zod";

const TOLD = "sign in at the provider first and pass the oauth-key that it returns";

/** What an OAuth provider returned, among a connector's settings. No form shows these fields. */
export const oauthFields = {
  access_token: z.string(TOLD).min(1),
  refresh_token: z.string().optional(),
  token_type: z.string().optional(),
  auth_time: z.string().optional(),
  expires: z.string().optional(),
  refresh_after: z.string().optional(),
  provider: z.string().optional(),
  uid: z.string().optional(),
} as const;
