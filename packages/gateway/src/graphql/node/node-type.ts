import { Field, ID, InterfaceType } from "type-graphql";

const TYPE_NAMES = new WeakMap<object, string>();

@InterfaceType("Node", {
  description: "A record with an id of its own.",
  resolveType: (record: NodeType) => TYPE_NAMES.get(record),
})
export abstract class NodeType {
  @Field(() => ID, { description: "Opaque, unique and stable." })
  readonly id!: string;
}

/** Records the record's type name, so it can be returned as a `Node`. */
export function nodeOf(typeName: string, record: NodeType): NodeType {
  TYPE_NAMES.set(record, typeName);
  return record;
}
