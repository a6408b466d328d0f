import type { AccessTier, Caller, Organization, Permission, Role } from "@galley/core/domain";
import { Field, ID, ObjectType } from "type-graphql";
import { AccessTierEnum } from "../access-tokens/access-token-type.ts";
import { RoleEnum } from "../members/user-type.ts";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

const CredentialKindEnum = enumType<Caller["kind"]>("CredentialKind", "Kinds of credentials.", {
  extraction_key: "A key that only allows extraction.",
  access_token: "A token with an access level (tier).",
  session: "The session of a person who has signed in.",
});

export const PermissionEnum = enumType<Permission>("Permission", "What a caller may do.", {
  submit_documents: "Submit documents.",
  cancel_jobs: "Cancel jobs.",
  retrieve_texts: "Retrieve texts.",
  correct_texts: "Correct words of texts.",
  read_fields: "Read fields of documents.",
  review_fields: "Confirm, correct and reject fields.",
  manage_schemas: "Create schemas of fields and change them.",
  delete_schemas: "Delete schemas with all fields that were read by them.",
  delete_jobs: "Delete jobs with their documents and texts.",
  manage_webhooks: "Create, change and delete webhooks.",
  see_usage: "See the organization's usage.",
  see_extraction_keys: "See extraction keys.",
  manage_extraction_keys: "Create, change, rotate and revoke extraction keys.",
  see_access_tokens: "See access tokens.",
  manage_access_tokens: "Create, change, rotate and revoke access tokens.",
  delete_access_tokens: "Delete access tokens.",
  see_members: "See the organization's members.",
  manage_members: "Add members and change their roles.",
  remove_members: "Remove members.",
  invite_members: "See, issue and revoke invitations.",
  manage_passkeys: "Add, rename and remove passkeys of their own.",
  see_records: "See pipelines, workflows, connectors and runs that are theirs or shared with them.",
  change_records: "Create records, and change and run those that they own.",
  delete_records: "Delete records that they own.",
});

@ObjectType("Viewer", {
  description: "The identity and permissions of the caller.",
  simpleResolvers: true,
})
export class ViewerType implements Pick<Caller, "kind" | "organizationId"> {
  @Field(() => CredentialKindEnum, { description: "Kind of the credentials." })
  readonly kind!: Caller["kind"];

  @Field(() => ID, { description: "The caller's organization." })
  readonly organizationId!: string;

  @Field(() => AccessTierEnum, {
    nullable: true,
    description: "Access level of the access token; null for an extraction key.",
  })
  readonly tier!: AccessTier | null;

  @Field(() => RoleEnum, {
    nullable: true,
    description: "Role of the caller; service accounts act as managers. Null for an extraction key.",
  })
  readonly role!: Role | null;

  /** Used by the field `user`. */
  readonly userId!: string | null;
}

@ObjectType("Organization", {
  implements: NodeType,
  description: "An organization (tenant). Its records are separate from those of other organizations.",
  simpleResolvers: true,
})
export class OrganizationType extends NodeType implements Omit<Organization, "createdAt"> {
  @Field(() => String, { description: "The name in URL paths." })
  readonly slug!: string;
}

@ObjectType("Health", { description: "Health of the service.", simpleResolvers: true })
export class HealthType {
  @Field(() => Boolean, { description: "Whether the service accepts work." })
  readonly ready!: boolean;
}
