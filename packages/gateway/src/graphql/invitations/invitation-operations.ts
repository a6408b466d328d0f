import type { Invitation, Role, User } from "@galley/core/domain";
import { GraphQLEmailAddress } from "graphql-scalars";
import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { invitationLink } from "../../console-links.ts";
import { ownBrowser } from "../context/browser.ts";
import { callerOf, type RequestContext } from "../context/context.ts";
import { RoleEnum, UserType } from "../members/user-type.ts";
import { recordId } from "../node/record-id.ts";
import { keptIn, SignInPayload } from "../sign-in/sign-in-operations.ts";
import { InvitationType, ReceivedInvitationType } from "./invitation-type.ts";

@InputType("InviteMemberInput", { description: "The person to invite." })
class InviteMemberInput {
  @Field(() => GraphQLEmailAddress, { description: "The person's e-mail address." })
  readonly email!: string;

  @Field(() => RoleEnum, { defaultValue: "member", description: "Role in the organization." })
  readonly role!: Role;
}

@InputType("RevokeInvitationInput", { description: "The invitation to revoke." })
class RevokeInvitationInput {
  @Field(() => ID, { description: "The invitation's id." })
  readonly invitationId!: string;
}

@InputType("AcceptInvitationInput", { description: "The invitation to accept." })
class AcceptInvitationInput {
  @Field(() => String, { description: "The link's secret: what follows `#invitation=`." })
  readonly secret!: string;

  @Field(() => String, {
    nullable: true,
    description: "Name of a new user, at most 128 characters; null derives it from the address.",
  })
  readonly name!: string | null | undefined;
}

@ObjectType("InviteMemberPayload", { description: "Result of `inviteMember`.", simpleResolvers: true })
class InviteMemberPayload {
  @Field(() => InvitationType, { description: "The invitation." })
  readonly invitation!: Invitation;

  @Field(() => String, { description: "The link to send to the person. It is shown only once." })
  readonly link!: string;

  @Field(() => Boolean, {
    description: "Whether the link was sent by e-mail; false if no mail server is configured or it refused.",
  })
  readonly emailed!: boolean;
}

@ObjectType("RevokeInvitationPayload", {
  description: "Result of `revokeInvitation`.",
  simpleResolvers: true,
})
class RevokeInvitationPayload {
  @Field(() => InvitationType, { description: "The revoked invitation." })
  readonly invitation!: Invitation;
}

@Resolver(() => InvitationType)
export class InvitationOperations {
  @FieldResolver(() => UserType, {
    nullable: true,
    description: "The manager who invites; null for a service account.",
  })
  async invitedBy(@Ctx() { users }: RequestContext, @Root() { invitedBy }: Invitation): Promise<User | null> {
    return invitedBy === null ? null : ((await users.load(invitedBy)) ?? null);
  }

  @Query(() => [InvitationType], {
    description: "Invitations that are not accepted yet, newest first. Managers only.",
  })
  invitations(@Ctx() context: RequestContext): Promise<readonly Invitation[]> {
    return context.application.invitations.list(callerOf(context));
  }

  @Query(() => ReceivedInvitationType, {
    description:
      "The invitation behind a link. Requires no credentials. UNAUTHENTICATED if it was used or revoked, or has expired.",
  })
  async receivedInvitation(
    @Ctx() { application }: RequestContext,
    @Arg("secret", () => String, { description: "The link's secret: what follows `#invitation=`." })
    secret: string,
  ): Promise<ReceivedInvitationType> {
    const { invitation, organization, invitedBy } = await application.invitations.received(secret);
    const { email, role, expiresAt } = invitation;
    return { email, role, expiresAt, organization: organization.slug, invitedBy: invitedBy?.name ?? null };
  }

  @Mutation(() => InviteMemberPayload, {
    description:
      "Issues a link that makes its holder a member once, within 7 days, and sends it by e-mail if a mail server is configured. It replaces an earlier invitation of the address. Managers only. CONFLICT if the address is a member's.",
  })
  inviteMember(
    @Ctx() context: RequestContext,
    @Arg("input", () => InviteMemberInput, { description: "The person and their role." })
    { email, role }: InviteMemberInput,
  ): Promise<InviteMemberPayload> {
    const { ownUrl } = ownBrowser(context);
    const linkOf = (secret: string): string => invitationLink(ownUrl, secret);
    return context.application.invitations.invite(callerOf(context), { email, role, linkOf });
  }

  @Mutation(() => RevokeInvitationPayload, {
    description: "Revokes an invitation; its link stops working. Managers only.",
  })
  async revokeInvitation(
    @Ctx() context: RequestContext,
    @Arg("input", () => RevokeInvitationInput, { description: "The invitation." })
    { invitationId }: RevokeInvitationInput,
  ): Promise<RevokeInvitationPayload> {
    const id = recordId(invitationId, { kind: "invitation", field: "invitationId" });
    return { invitation: await context.application.invitations.revoke(callerOf(context), id) };
  }

  @Mutation(() => SignInPayload, {
    description:
      "Makes the invited person a member and signs in; the session is kept in an HttpOnly cookie. UNAUTHENTICATED if the invitation was used or revoked, or has expired.",
  })
  async acceptInvitation(
    @Ctx() context: RequestContext,
    @Arg("input", () => AcceptInvitationInput, { description: "The invitation." })
    { secret, name }: AcceptInvitationInput,
  ): Promise<SignInPayload> {
    const { visitor } = ownBrowser(context);
    const person = { secret, name: name ?? undefined };
    return keptIn(context, await context.application.invitations.accept(person, visitor));
  }
}
