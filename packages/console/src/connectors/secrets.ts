/** What the service shows in place of a stored secret; sent back, it keeps the secret. */
export const HIDDEN_SECRET = "********";
