import { DomainError } from "../domain-error.ts";
import { isSplittable, SPLIT_EXPECTED } from "../fields/document-parts.ts";
import type { DataShape, FieldsReader } from "../fields/fields-ports.ts";
import type { FieldsSchemaRecord } from "../fields/fields-schema.ts";
import type { FieldsRecords } from "../fields/reading-ports.ts";
import { listSchemas } from "../fields/manage-schemas.ts";
import type { Viewer } from "../jobs/jobs.ts";
import { fieldsTables } from "../runs/result/fields-tables.ts";
import { fieldsWritten, tableWritten, type TableWritten } from "./endpoint-configuration.ts";
import type { WorkflowEndpoint } from "./workflow.ts";

/** A schema with the shape of its data. */
export interface DestinationSchema extends Pick<FieldsSchemaRecord, "name" | "definition"> {
  readonly shape: DataShape;
}

export interface SchemaPorts {
  readonly database: { readonly records: FieldsRecords };
  readonly fieldsReader: FieldsReader;
}

/**
 * The schema of a destination; undefined if it writes no data.
 *
 * @throws DomainError `BAD_INPUT` that names the field if there is no such schema, or a database could not have its columns.
 */
export async function destinationSchema(
  ports: SchemaPorts,
  viewer: Viewer,
  destination: Pick<WorkflowEndpoint, "connection" | "configuration">,
): Promise<DestinationSchema | undefined> {
  const { schema, split } = fieldsWritten(destination);
  if (schema === null) return undefined;
  const schemas = await listSchemas(ports, viewer);
  const found = schemas.find(({ name }) => name === schema);
  if (!found) {
    const valid = schemas.map(({ name }) => name).join(", ");
    throw wrong("schema", `there is no schema "${schema}"; valid: ${valid}`);
  }
  if (split && !isSplittable(found.definition)) throw wrong("split", SPLIT_EXPECTED);
  const shape = ports.fieldsReader.shape(found.definition);
  if (destination.connection === "database") assertTables(tableWritten(destination), shape);
  return { name: found.name, definition: found.definition, shape };
}

/** The strictest limit of the supported databases. */
const MAX_NAME_LENGTH = 63;

/** Databases may ignore the case of names. */
function assertTables(written: TableWritten, shape: DataShape): void {
  const { documents, arrays } = fieldsTables(written, shape);
  const taken = new Set(
    [documents.table, ...(written.chunkTable === null ? [] : [written.chunkTable])].map(lower),
  );
  for (const { table, columns } of [documents, ...arrays]) {
    const isLong = (table.split(".").at(-1) ?? "").length > MAX_NAME_LENGTH;
    if (isLong)
      throw wrong("table", `the table "${table}" would have more than ${MAX_NAME_LENGTH} characters`);
    const names = new Set<string>();
    for (const { name } of columns) {
      if (name.length > MAX_NAME_LENGTH) {
        throw wrong("schema", `the column "${name}" would have more than ${MAX_NAME_LENGTH} characters`);
      }
      if (names.has(lower(name))) {
        throw wrong("schema", `the table "${table}" would have two columns "${name}"; rename the property`);
      }
      names.add(lower(name));
    }
  }
  for (const { table } of arrays) {
    if (taken.has(lower(table))) throw wrong("schema", `two tables would have the name "${table}"`);
    taken.add(lower(table));
  }
}

function lower(name: string): string {
  return name.toLowerCase();
}

function wrong(name: string, reason: string): DomainError {
  const field = `configuration.${name}`;
  return new DomainError("BAD_INPUT", `${field}: ${reason}`, { field });
}
