import type { FieldValue } from "./fields-result.ts";

/** A JSON Schema (2020-12; a subset of it) with hints on how documents name its properties. */
export interface SchemaDefinition {
  readonly [key: string]: FieldValue;
}

/** A version of a schema of an organization. Its newest version is the one that documents are read with. */
export interface FieldsSchemaVersion {
  readonly organizationId: string;
  /** Identifies the schema in its organization. */
  readonly name: string;
  /** Counted from 1. */
  readonly version: number;
  readonly definition: SchemaDefinition;
  /** The user who wrote it; null if the credentials belong to no user. */
  readonly authorId: string | null;
  readonly createdAt: Date;
}

/** A schema that comes with the service and cannot be changed. */
export interface ShippedSchema {
  readonly name: string;
  readonly definition: SchemaDefinition;
}

/** The newest version of a schema, whether it ships or belongs to the organization. */
export interface FieldsSchemaRecord extends ShippedSchema {
  readonly isShipped: boolean;
  readonly version: number;
  /** Null if it ships. */
  readonly authorId: string | null;
  readonly createdAt: Date | null;
}

export interface FieldsSchemaStore {
  insert(version: FieldsSchemaVersion): Promise<void>;
  /** The newest version. */
  find(organizationId: string, name: string): Promise<FieldsSchemaVersion | undefined>;
  /** The newest version of each schema, by name. */
  list(organizationId: string): Promise<readonly FieldsSchemaVersion[]>;
  /** All versions of a schema, newest first. */
  versions(organizationId: string, name: string): Promise<readonly FieldsSchemaVersion[]>;
  remove(organizationId: string, name: string): Promise<void>;
}
