import { Field, ID, InterfaceType } from "type-graphql";

@InterfaceType("Node", { description: "A record with an id of its own." })
export abstract class NodeType {
  @Field(() => ID, { description: "Opaque, unique and stable." })
  readonly id!: string;
}
