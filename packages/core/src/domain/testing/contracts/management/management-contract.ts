import type { ApplicationDatabase } from "../../../application.ts";
import { memberRules } from "./member-contract.ts";
import { signInRules } from "./sign-in-contract.ts";
import { oauthRules } from "./oauth-contract.ts";
import { pipelineRules } from "./pipeline-contract.ts";
import { runRules } from "./run-contract.ts";

/** What every `Database` promises of the records of the management area. */
export function managementRules(opened: () => { readonly database: ApplicationDatabase }): void {
  memberRules(opened);
  signInRules(opened);
  pipelineRules(opened);
  runRules(opened);
  oauthRules(opened);
}
