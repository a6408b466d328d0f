import { Field, ObjectType, type ClassType } from "type-graphql";
import { GraphQLNonNegativeInt } from "graphql-scalars";

@ObjectType("PageInfo", { description: "Information about one page of a list.", simpleResolvers: true })
export class PageInfoType {
  @Field(() => Boolean, { description: "Whether more elements follow." })
  readonly hasNextPage!: boolean;

  @Field(() => Boolean, { description: "Whether this page was requested with `after`." })
  readonly hasPreviousPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "Cursor of the first element; null if the page is empty.",
  })
  readonly startCursor!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "Cursor of the last element, to pass as `after` for the next page; null if the page is empty.",
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
  /** Computed only if the query selects it. */
  readonly totalCount: Promise<number> | number;
}

/** The connection type for a paginated list of `node`. */
export function connectionType<N>(
  node: ClassType,
  { name, order }: { name: string; order: string },
): ClassType<Connection<N>> {
  @ObjectType(`${name}Edge`, { description: `A ${name} in a list.`, simpleResolvers: true })
  class EdgeType implements Edge<N> {
    @Field(() => String, { description: "Opaque; pass it as `after`." })
    readonly cursor!: string;

    @Field(() => node, { description: `The ${name}.` })
    readonly node!: N;
  }

  @ObjectType(`${name}Connection`, { description: `One page of a list, ${order}.`, simpleResolvers: true })
  class ConnectionType implements Connection<N> {
    @Field(() => [EdgeType], { description: "The elements with their cursors." })
    readonly edges!: readonly Edge<N>[];

    @Field(() => [node], { description: "The elements." })
    readonly nodes!: readonly N[];

    @Field(() => PageInfoType, {
      description: "Whether there are more elements, and the cursors to get them.",
    })
    readonly pageInfo!: PageInfoType;

    @Field(() => GraphQLNonNegativeInt, {
      description: "Length of the whole list; counted only if selected.",
    })
    readonly totalCount!: Promise<number> | number;
  }
  return ConnectionType;
}

/** One page of a list as a connection. */
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
