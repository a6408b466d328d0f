import type { Connector, ConnectorMode } from "@galley/core/domain";
import { GraphQLDateTime } from "graphql-scalars";
import { Field, ObjectType } from "type-graphql";
import { ConnectorModeEnum } from "./connector-enums.ts";
import { NodeType } from "../node/node-type.ts";

@ObjectType("Connector", {
  implements: NodeType,
  description: "A connection to a file store or a database. `connectorSettings` shows its settings.",
})
export class ConnectorType
  extends NodeType
  implements Omit<Connector, "organizationId" | "version" | "sealedSettings" | "createdBy" | "modifiedBy">
{
  @Field(() => String, { description: "Unique within the organization." })
  readonly name!: string;

  @Field(() => String, { description: "Id of its kind." })
  readonly kindId!: string;

  @Field(() => ConnectorModeEnum, { description: "What it connects to: files or a database." })
  readonly mode!: ConnectorMode;

  @Field(() => Boolean, { description: "Whether it is shared with the whole organization." })
  readonly sharedToOrganization!: boolean;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description:
      "Since when a person has to authorize it again with the OAuth provider; null if that is not needed.",
  })
  readonly reauthenticateSince!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}
