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

  @Field(() => String, { description: "The id of its kind." })
  readonly kindId!: string;

  @Field(() => ConnectorModeEnum, { description: "What it connects to." })
  readonly mode!: ConnectorMode;

  @Field(() => Boolean, { description: "Whether everybody in the organization sees it." })
  readonly sharedToOrganization!: boolean;

  @Field(() => GraphQLDateTime, {
    nullable: true,
    description: "Since when a person has to log in again; null while it works.",
  })
  readonly reauthenticateSince!: Date | null;

  @Field(() => GraphQLDateTime, { description: "When it was created." })
  readonly createdAt!: Date;

  @Field(() => GraphQLDateTime, { description: "When it was created or last changed." })
  readonly updatedAt!: Date;
}
