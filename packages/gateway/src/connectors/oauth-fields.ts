import { z } from "zod";

const TOLD = "log in at the provider first, and give the oauth-key of that";

/** What a provider gave, among a connector's settings. No form asks for it. */
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
