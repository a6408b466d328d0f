import type { BegunCeremony, Passkey, PasskeyOptions } from "@galley/core/domain";
import { GraphQLJSONObject } from "graphql-scalars";
import { Arg, Ctx, Field, ID, InputType, Mutation, ObjectType, Resolver } from "type-graphql";
import { ownBrowser } from "../context/browser.ts";
import { callerOf, type RequestContext } from "../context/context.ts";
import { recordId } from "../node/record-id.ts";
import { keptIn, SignInPayload } from "../sign-in/sign-in-operations.ts";
import { PasskeyType } from "./passkey-type.ts";

@ObjectType("PasskeyCeremonyPayload", {
  description: "A call of `navigator.credentials` that the browser is to make within 5 minutes.",
  simpleResolvers: true,
})
class PasskeyCeremonyPayload {
  @Field(() => String, { description: "To be returned with the browser's response." })
  readonly challenge!: string;

  @Field(() => GraphQLJSONObject, {
    description:
      "The `publicKey` options as JSON, for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.",
  })
  readonly options!: PasskeyOptions;
}

@InputType("SignInWithPasskeyInput", { description: "The browser's response to `beginPasskeySignIn`." })
class SignInWithPasskeyInput {
  @Field(() => String, { description: "The challenge of the ceremony." })
  readonly challenge!: string;

  @Field(() => GraphQLJSONObject, { description: "The credential as JSON (`credential.toJSON()`)." })
  readonly response!: unknown;
}

@InputType("AddPasskeyInput", { description: "The browser's response to `beginAddingPasskey`." })
class AddPasskeyInput extends SignInWithPasskeyInput {
  @Field(() => String, { description: "Name, 1 to 64 characters." })
  readonly name!: string;
}

@InputType("RenamePasskeyInput", { description: "The passkey and its new name." })
class RenamePasskeyInput {
  @Field(() => ID, { description: "The passkey's id." })
  readonly passkeyId!: string;

  @Field(() => String, { description: "Name, 1 to 64 characters." })
  readonly name!: string;
}

@InputType("RemovePasskeyInput", { description: "The passkey to remove." })
class RemovePasskeyInput {
  @Field(() => ID, { description: "The passkey's id." })
  readonly passkeyId!: string;
}

@ObjectType("PasskeyPayload", {
  description: "Result of `addPasskey`, `renamePasskey` and `removePasskey`.",
  simpleResolvers: true,
})
class PasskeyPayload {
  @Field(() => PasskeyType, { description: "The added, renamed or removed passkey." })
  readonly passkey!: Passkey;
}

/** FORBIDDEN for extraction keys and service accounts. */
@Resolver()
export class PasskeyOperations {
  @Mutation(() => PasskeyCeremonyPayload, {
    description:
      "Starts a sign-in with a passkey. Requires no credentials. BAD_INPUT if browsers allow no passkeys at this address.",
  })
  beginPasskeySignIn(@Ctx() context: RequestContext): Promise<BegunCeremony> {
    return context.application.passkeys.beginSignIn(ownBrowser(context).passkeyUrl);
  }

  @Mutation(() => SignInPayload, {
    description:
      "Signs in with a passkey; the session is kept in an HttpOnly cookie. UNAUTHENTICATED if the response is not valid.",
  })
  async signInWithPasskey(
    @Ctx() context: RequestContext,
    @Arg("input", () => SignInWithPasskeyInput, { description: "The browser's response." })
    answer: SignInWithPasskeyInput,
  ): Promise<SignInPayload> {
    const { passkeyUrl, visitor } = ownBrowser(context);
    return keptIn(context, await context.application.passkeys.signIn(passkeyUrl, answer, visitor));
  }

  @Mutation(() => PasskeyCeremonyPayload, {
    description:
      "Starts adding a passkey of the caller's. Requires the tier FULL_ACCESS. BAD_INPUT if browsers allow no passkeys at this address.",
  })
  beginAddingPasskey(@Ctx() context: RequestContext): Promise<BegunCeremony> {
    return context.application.passkeys.beginAdding(callerOf(context), ownBrowser(context).passkeyUrl);
  }

  @Mutation(() => PasskeyPayload, {
    description: "Adds a passkey of the caller's, at most 20. Requires the tier FULL_ACCESS.",
  })
  async addPasskey(
    @Ctx() context: RequestContext,
    @Arg("input", () => AddPasskeyInput, { description: "The browser's response." }) answer: AddPasskeyInput,
  ): Promise<PasskeyPayload> {
    const { passkeyUrl } = ownBrowser(context);
    return { passkey: await context.application.passkeys.add(callerOf(context), passkeyUrl, answer) };
  }

  @Mutation(() => PasskeyPayload, { description: "Renames one of the caller's passkeys." })
  async renamePasskey(
    @Ctx() context: RequestContext,
    @Arg("input", () => RenamePasskeyInput, { description: "The passkey." })
    { passkeyId, name }: RenamePasskeyInput,
  ): Promise<PasskeyPayload> {
    const { passkeys } = context.application;
    return { passkey: await passkeys.rename(callerOf(context), idOf(passkeyId), name) };
  }

  @Mutation(() => PasskeyPayload, { description: "Removes one of the caller's passkeys." })
  async removePasskey(
    @Ctx() context: RequestContext,
    @Arg("input", () => RemovePasskeyInput, { description: "The passkey." })
    { passkeyId }: RemovePasskeyInput,
  ): Promise<PasskeyPayload> {
    const { passkeys } = context.application;
    return { passkey: await passkeys.remove(callerOf(context), idOf(passkeyId)) };
  }
}

function idOf(passkeyId: string): string {
  return recordId(passkeyId, { kind: "passkey", field: "passkeyId" });
}
