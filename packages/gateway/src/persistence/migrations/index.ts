import { Extraction } from "./0001-extraction.ts";
import { UrlDocuments } from "./0002-url-documents.ts";
import { Webhooks } from "./0003-webhooks.ts";
import { KeysAndUsage } from "./0004-keys-and-usage.ts";
import { Retention } from "./0005-retention.ts";
import { TextAsJson } from "./0006-text-as-json.ts";
import { Management } from "./0007-management.ts";
import { OAuth } from "./0008-oauth.ts";
import { Turns } from "./0009-turns.ts";
import { FileOrigins } from "./0010-file-origins.ts";
import { DocumentPasswords } from "./0011-document-passwords.ts";
import { SignIn } from "./0012-sign-in.ts";
import { KeptTexts } from "./0013-kept-texts.ts";
import { PartialRuns } from "./0014-partial-runs.ts";
import { JobLists } from "./0015-job-lists.ts";
import { PageStructures } from "./0016-page-structure.ts";
import { Corrections } from "./0017-corrections.ts";
import { System } from "./0018-system.ts";
import { DeliveryLog } from "./0019-delivery-log.ts";
import { OlderReplicas } from "./0020-older-replicas.ts";
import { WebhookFormats } from "./0021-webhook-format.ts";
import { LockTurns } from "./0022-lock-turns.ts";
import { JobCounts } from "./0023-job-counts.ts";
import { JobTags } from "./0024-job-tags.ts";
import { CorrectedPages } from "./0025-corrected-pages.ts";
import { Fields } from "./0026-fields.ts";
import { Contents } from "./0027-contents.ts";
import { OrderedFields } from "./0028-ordered-fields.ts";
import { OrganizationLimitsTables } from "./0029-organization-limits.ts";
import { UnchangedJobs } from "./0030-unchanged-jobs.ts";
import { FieldsExamples } from "./0031-fields-examples.ts";
import { PartsOfDocuments } from "./0032-parts-of-documents.ts";

/** The names of the migrations that were executed. */
export const MIGRATION_TABLE = "galley_migration";

/** All migrations, in order. A name never changes. */
export const MIGRATIONS = [
  { name: "0001-extraction", class: Extraction },
  { name: "0002-url-documents", class: UrlDocuments },
  { name: "0003-webhooks", class: Webhooks },
  { name: "0004-keys-and-usage", class: KeysAndUsage },
  { name: "0005-retention", class: Retention },
  { name: "0006-text-as-json", class: TextAsJson },
  { name: "0007-management", class: Management },
  { name: "0008-oauth", class: OAuth },
  { name: "0009-turns", class: Turns },
  { name: "0010-file-origins", class: FileOrigins },
  { name: "0011-document-passwords", class: DocumentPasswords },
  { name: "0012-sign-in", class: SignIn },
  { name: "0013-kept-texts", class: KeptTexts },
  { name: "0014-partial-runs", class: PartialRuns },
  { name: "0015-job-lists", class: JobLists },
  { name: "0016-page-structure", class: PageStructures },
  { name: "0017-corrections", class: Corrections },
  { name: "0018-system", class: System },
  { name: "0019-delivery-log", class: DeliveryLog },
  { name: "0020-older-replicas", class: OlderReplicas },
  { name: "0021-webhook-format", class: WebhookFormats },
  { name: "0022-lock-turns", class: LockTurns },
  { name: "0023-job-counts", class: JobCounts },
  { name: "0024-job-tags", class: JobTags },
  { name: "0025-corrected-pages", class: CorrectedPages },
  { name: "0026-fields", class: Fields },
  { name: "0027-contents", class: Contents },
  { name: "0028-ordered-fields", class: OrderedFields },
  { name: "0029-organization-limits", class: OrganizationLimitsTables },
  { name: "0030-unchanged-jobs", class: UnchangedJobs },
  { name: "0031-fields-examples", class: FieldsExamples },
  { name: "0032-parts-of-documents", class: PartsOfDocuments },
];
