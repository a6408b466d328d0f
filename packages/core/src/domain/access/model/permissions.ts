import type { Caller } from "./caller.ts";
import { may, tierAllows, type Action, type Intent } from "./policy.ts";

const ACTIONS = {
  submit_documents: "submit documents",
  cancel_jobs: "cancel jobs",
  retrieve_texts: "take texts",
  correct_texts: "correct texts",
  delete_jobs: "delete jobs",
  read_fields: "read fields",
  review_fields: "review fields",
  manage_schemas: "manage schemas",
  delete_schemas: "delete schemas",
  manage_webhooks: "manage webhooks",
  see_usage: "see the organization's usage",
  see_extraction_keys: "see extraction keys",
  manage_extraction_keys: "manage extraction keys",
  see_access_tokens: "see access tokens",
  manage_access_tokens: "manage access tokens",
  delete_access_tokens: "delete access tokens",
  see_members: "see members",
  manage_members: "manage members",
  remove_members: "remove members",
  invite_members: "manage invitations",
  manage_passkeys: "manage passkeys",
} as const satisfies Record<string, Action>;

/** Pipelines, workflows and connectors, of which each may be shared with some members only. */
const RECORDS = {
  see_records: "read",
  change_records: "change",
  delete_records: "remove",
} as const satisfies Record<string, Intent>;

export type Permission = keyof typeof ACTIONS | keyof typeof RECORDS;

/** What a caller may do; a record can have further limits, such as an owner. */
export function permissionsOf(caller: Caller): readonly Permission[] {
  const actions = keysOf(ACTIONS).filter((name) => may(caller, ACTIONS[name]));
  if (caller.kind === "extraction_key") return actions;
  return [...actions, ...keysOf(RECORDS).filter((name) => tierAllows(caller.tier, RECORDS[name]))];
}

function keysOf<K extends string>(table: Readonly<Record<K, string>>): readonly K[] {
  const keys: K[] = [];
  for (const key in table) keys.push(key);
  return keys;
}
