/** A schema of fields is invalid; the message names the path and the valid values. */
export class FieldsSchemaError extends Error {
  override readonly name = "FieldsSchemaError";
  /** Where in the schema, such as `properties.lines.items`; "" for the schema itself. */
  readonly path: string;

  constructor(path: string, message: string, options: ErrorOptions = {}) {
    super(path === "" ? message : `${path}: ${message}`, options);
    this.path = path;
  }
}
