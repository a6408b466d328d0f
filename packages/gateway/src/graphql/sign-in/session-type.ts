import type { Session, SignInWay } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { enumType } from "../enums/enum-type.ts";
import { NodeType } from "../node/node-type.ts";

export const SignInWayEnum = enumType<SignInWay>("SignInWay", "How a person signs in.", {
  link: "A sign-in link, which `galley sign-in` and the start message print.",
  invitation: "An invitation of a manager.",
  passkey: "A passkey of the browser or device.",
  access_token: "An access token, exchanged for a session.",
  openid_connect: "The configured OpenID Connect provider.",
});

@ObjectType("Session", {
  implements: NodeType,
  description: "A browser session of the caller.",
  simpleResolvers: true,
})
export class SessionType
  extends NodeType
  implements Pick<Session, "way" | "address" | "userAgent" | "createdAt" | "lastUsedAt" | "expiresAt">
{
  @Field(() => SignInWayEnum, { description: "How the person signed in." })
  readonly way!: SignInWay;

  @Field(() => String, { description: "Network address at sign-in; behind a proxy, the proxy's." })
  readonly address!: string;

  @Field(() => String, {
    description: "Name of the browser and its system as it reports them, at most 200 characters.",
  })
  readonly userAgent!: string;

  @Field(() => GraphQLDateTime, { description: "Time of the sign-in." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "Last use, precise to the minute." })
  readonly lastUsedAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it ends." })
  readonly expiresAt!: Date;

  @Field(() => Boolean, { description: "Whether this request was sent in it." })
  readonly current!: boolean;
}

/** @param currentId the id of the session of the request. */
export function sessionTypeOf(session: Session, currentId: string): SessionType {
  return { ...session, current: session.id === currentId };
}
