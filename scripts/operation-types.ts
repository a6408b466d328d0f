/** How GraphQL Code Generator writes the types of operations, the same for every package that has some. */
export const OPERATION_TYPES = {
  useTypeImports: true,
  enumsAsTypes: true,
  immutableTypes: true,
  defaultScalarType: "string",
  scalars: {
    JSONObject: "Readonly<Record<string, unknown>>",
    NonNegativeFloat: "number",
    NonNegativeInt: "number",
    PositiveInt: "number",
    SafeInt: "number",
    UnitInterval: "number",
  },
} as const;
