import { DomainError, type Organization, type SignedIn, type SignInWay } from "@galley/core/domain";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import { ownBrowser } from "../context/browser.ts";
import { callerOf, type RequestContext } from "../context/context.ts";
import { recordId } from "../node/record-id.ts";
import { OrganizationType } from "../viewer/viewer-type.ts";
import { sessionTypeOf, SessionType, SignInWayEnum } from "./session-type.ts";

@ObjectType("SignInOptions", { description: "How people sign in to this service.", simpleResolvers: true })
class SignInOptionsType {
  @Field(() => [SignInWayEnum], { description: "The ways that are available." })
  readonly ways!: SignInWay[];

  @Field(() => String, {
    nullable: true,
    description:
      "Path to open in the browser for OPENID_CONNECT; null if it is not configured. Its parameter `return_to` is the path to return to.",
  })
  readonly openIdConnectPath!: string | null;
}

@InputType("SignInWithLinkInput", { description: "A sign-in link." })
class SignInWithLinkInput {
  @Field(() => String, { description: "The link's secret: what follows `#link=`." })
  readonly secret!: string;
}

@InputType("SignInWithAccessTokenInput", { description: "An access token." })
class SignInWithAccessTokenInput {
  @Field(() => String, { description: "The access token." })
  readonly token!: string;
}

@InputType("RevokeSessionInput", { description: "The session to end." })
class RevokeSessionInput {
  @Field(() => ID, { description: "The session's id." })
  readonly sessionId!: string;
}

@ObjectType("SignInPayload", { description: "Result of signing in.", simpleResolvers: true })
export class SignInPayload {
  @Field(() => SessionType, { description: "The new session. Its secret is in a cookie of the response." })
  readonly session!: SessionType;
}

@InputType("ChooseOrganizationInput", { description: "The organization to act in." })
class ChooseOrganizationInput {
  @Field(() => ID, { description: "The organization's id." })
  readonly organizationId!: string;
}

@ObjectType("ChooseOrganizationPayload", {
  description: "Result of `chooseOrganization`.",
  simpleResolvers: true,
})
class ChooseOrganizationPayload {
  @Field(() => OrganizationType, { description: "The organization in which the session acts now." })
  readonly organization!: Organization;
}

@ObjectType("SignOutPayload", { description: "Result of `signOut`.", simpleResolvers: true })
class SignOutPayload {
  @Field(() => Boolean, { description: "Always true, even if there was no session." })
  readonly signedOut!: boolean;
}

@ObjectType("RevokeSessionPayload", { description: "Result of `revokeSession`.", simpleResolvers: true })
class RevokeSessionPayload {
  @Field(() => SessionType, { description: "The session that has ended." })
  readonly session!: SessionType;
}

const COOKIE = "The session is kept in an HttpOnly cookie; it replaces the browser's session.";

@Resolver()
export class SignInOperations {
  @Query(() => SignInOptionsType, { description: "How people sign in. Requires no credentials." })
  signInOptions(@Ctx() context: RequestContext): SignInOptionsType {
    const { openIdConnectPath } = context.signInOptions;
    const { passkeys } = context.application;
    const ways: SignInWay[] = ["link", "invitation", "access_token"];
    if (passkeys.isAvailableAt(context.browser?.passkeyUrl)) ways.push("passkey");
    if (openIdConnectPath !== null) ways.push("openid_connect");
    return { ways, openIdConnectPath };
  }

  @Mutation(() => SignInPayload, {
    description: `Signs in with a link, which can be used once. UNAUTHENTICATED if it was used or has expired. ${COOKIE}`,
  })
  async signInWithLink(
    @Ctx() context: RequestContext,
    @Arg("input", () => SignInWithLinkInput, { description: "The link." }) { secret }: SignInWithLinkInput,
  ): Promise<SignInPayload> {
    const { visitor } = ownBrowser(context);
    return keptIn(context, await context.application.signIns.withLink(secret, visitor));
  }

  @Mutation(() => SignInPayload, {
    description: `Exchanges an access token for a session that allows no more than the token and ends with it. ${COOKIE}`,
  })
  async signInWithAccessToken(
    @Ctx() context: RequestContext,
    @Arg("input", () => SignInWithAccessTokenInput, { description: "The token." })
    { token }: SignInWithAccessTokenInput,
  ): Promise<SignInPayload> {
    const { visitor } = ownBrowser(context);
    return keptIn(context, await context.application.signIns.withAccessToken(token, visitor));
  }

  @Mutation(() => SignOutPayload, { description: "Ends the browser's session." })
  async signOut(@Ctx() context: RequestContext): Promise<SignOutPayload> {
    const browser = ownBrowser(context);
    const { replaces: secret } = browser.visitor;
    if (secret !== undefined) await context.application.sessions.signOut(secret);
    browser.forget();
    return { signedOut: true };
  }

  @Query(() => [OrganizationType], {
    description:
      "The organizations in which the browser's session can act. More than one only for users of the OpenID Connect provider.",
  })
  async organizations(@Ctx() context: RequestContext): Promise<readonly Organization[]> {
    return (await context.application.sessions.view(ownSession(context))).organizations;
  }

  @Mutation(() => ChooseOrganizationPayload, {
    description:
      "Chooses the organization in which the browser's session acts. FORBIDDEN if it cannot act there.",
  })
  async chooseOrganization(
    @Ctx() context: RequestContext,
    @Arg("input", () => ChooseOrganizationInput, { description: "The organization." })
    input: ChooseOrganizationInput,
  ): Promise<ChooseOrganizationPayload> {
    const id = recordId(input.organizationId, { kind: "organization", field: "organizationId" });
    const { organization } = await context.application.sessions.choose(ownSession(context), id);
    if (!organization) throw new TypeError(`The chosen organization ${id} is missing.`);
    return { organization };
  }

  @Mutation(() => RevokeSessionPayload, { description: "Ends one of the caller's sessions." })
  async revokeSession(
    @Ctx() context: RequestContext,
    @Arg("input", () => RevokeSessionInput, { description: "The session." }) input: RevokeSessionInput,
  ): Promise<RevokeSessionPayload> {
    const caller = callerOf(context);
    const sessionId = recordId(input.sessionId, { kind: "session", field: "sessionId" });
    const session = await context.application.sessions.revoke(caller, sessionId);
    return { session: sessionTypeOf(session, caller.id) };
  }
}

/** @throws DomainError `UNAUTHENTICATED` if the browser has no session. */
function ownSession(context: RequestContext): string {
  const { replaces: secret } = ownBrowser(context).visitor;
  if (secret !== undefined) return secret;
  throw new DomainError("UNAUTHENTICATED", "The browser has no session. Sign in.");
}

/** Stores the session in the browser. */
export function keptIn(context: RequestContext, signedIn: SignedIn): SignInPayload {
  ownBrowser(context).keep(signedIn);
  const { session } = signedIn;
  return { session: sessionTypeOf(session, session.id) };
}
