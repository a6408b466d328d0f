import { Field, ObjectType, type ClassType } from "type-graphql";
import { GraphQLNonNegativeInt } from "graphql-scalars";

@ObjectType("PageInfo", { description: "Where a part of a list stands in the list.", simpleResolvers: true })
export class PageInfoType {
  @Field(() => Boolean, { description: "Whether there is more after this part." })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether this part was asked for with `after`." })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, { nullable: true, description: "Cursor of the first element; null in an empty part." })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the last element, for `after` of the next part; null in an empty part.",
  })
  readonly endCursor!: string | null;
}

export interface Edge<N> {
  readonly cursor: string;
  readonly node: N;
}

export interface Connection<N> {
  readonly edges: readonly Edge<N>[];
  readonly nodes: readonly N[];
  readonly pageInfo: PageInfoType;
  /** A promise, made only when it is asked for. */
  readonly totalCount: Promise<number> | number;
}

/** The types of a list of `node` that is read in parts. */
export function connectionType<N>(
  node: ClassType,
  { name, order }: { name: string; order: string },
): ClassType<Connection<N>> {
  @ObjectType(`${name}Edge`, { description: `A ${name} in a list.`, simpleResolvers: true })
  class EdgeType implements Edge<N> {
    @Field(() => String, { description: "Opaque; for `after`." })
    readonly cursor!: string;

    @Field(() => node, { description: `The ${name}.` })
    readonly node!: N;
  }

  @ObjectType(`${name}Connection`, { description: `A part of a list, ${order}.`, simpleResolvers: true })
  class ConnectionType implements Connection<N> {
    @Field(() => [EdgeType], { description: "The elements with their cursors." })
    readonly edges!: readonly Edge<N>[];

    @Field(() => [node], { description: "The elements." })
    readonly nodes!: readonly N[];

    @Field(() => PageInfoType, { description: "Where this part stands in the list." })
    readonly pageInfo!: PageInfoType;

    @Field(() => GraphQLNonNegativeInt, {
      description: "Length of the whole list; counted only when asked for.",
    })
    readonly totalCount!: Promise<number> | number;
  }
  return ConnectionType;
}

/** A part of a list in the shape of a connection. */
export function connectionOf<N>(
  nodes: readonly N[],
  part: {
    readonly cursorOf: (node: N) => string;
    readonly isLaterPart: boolean;
    readonly hasMore: boolean;
    readonly count: () => Promise<number> | number;
  },
): Connection<N> {
  const edges = nodes.map((node) => ({ cursor: part.cursorOf(node), node }));
  return {
    edges,
    nodes,
    pageInfo: {
      hasNextPage: part.hasMore,
      hasPreviousPage: part.isLaterPart,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
    get totalCount() {
      return part.count();
    },
  };
}
