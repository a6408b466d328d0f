import type { Shareable } from "../access/model/shareable.ts";

/** What a connector connects to: a file store or a database. */
export const CONNECTOR_MODES = ["file_system", "database"] as const;
export type ConnectorMode = (typeof CONNECTOR_MODES)[number];

/** A connection to a file store or a database that an organization has configured. */
export interface Connector extends Shareable {
  /** Unique within the organization. */
  readonly name: string;
  /** The id of its kind in the catalogue. */
  readonly kindId: string;
  readonly mode: ConnectorMode;
  readonly version: string;
  /** The settings as JSON, encrypted, since they contain credentials. */
  readonly sealedSettings: string;
  /** When its authorization was rejected; null while it works. */
  readonly reauthenticateSince: Date | null;
  readonly modifiedBy: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
