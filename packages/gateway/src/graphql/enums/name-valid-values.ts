import { GraphQLError, isEnumType, type GraphQLEnumType, type GraphQLSchema } from "graphql";

/** Adds the valid values to the errors about values that an enum does not have. */
export function nameValidValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) if (isEnumType(type)) nameValuesOf(type);
}

function nameValuesOf(type: GraphQLEnumType): void {
  const valid = type
    .getValues()
    .map(({ name }) => name)
    .join(", ");
  const named = (error: unknown): unknown =>
    error instanceof GraphQLError
      ? new GraphQLError(`${error.message} Valid values: ${valid}.`, { nodes: error.nodes ?? null })
      : error;
  const parseLiteral = type.parseLiteral.bind(type);
  const parseValue = type.parseValue.bind(type);
  type.parseLiteral = (...literal) => {
    try {
      return parseLiteral(...literal);
    } catch (error) {
      throw named(error);
    }
  };
  type.parseValue = (...value) => {
    try {
      return parseValue(...value);
    } catch (error) {
      throw named(error);
    }
  };
}
