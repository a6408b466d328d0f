import type { Connection, ConnectionContext, ConnectorKind, ConnectorSettings } from "@galley/core/domain";
import type { z } from "zod";
import type { ProviderEndpoints } from "./endpoints.ts";
import type { Network, Place } from "./network.ts";

/** What credentials may be tried for, beyond logging in. */
export const TRIALS = ["permission", "list", "write"] as const;
export type Trial = (typeof TRIALS)[number];

export interface OpenConnector extends Connection {
  /** Each throws a `ConnectorError`; a write leaves nothing behind. */
  readonly trials: Readonly<Partial<Record<Trial, (signal: AbortSignal) => Promise<void>>>>;
}

/** A server that is to be reached before anybody logs in. */
export interface ServerPlace extends Place {
  /** Whether it is spoken to by TLS from the first byte. */
  readonly tls: boolean;
}

/** What connectors stand on. */
export interface Surroundings {
  readonly network: Network;
  readonly endpoints: ProviderEndpoints;
  /** Folders of this machine that connectors may reach. */
  readonly localRoots: readonly string[];
  /** Whether S3 connectors without a key use the credentials of this machine. */
  readonly machineRole: boolean;
}

/** A kind of connector: what the catalogue tells of it, its settings, and the way to connect. */
export interface ConnectorDefinition<Settings> {
  readonly kind: Omit<ConnectorKind, "settingsSchema">;
  /** Whether it is shown among the kinds to choose from. */
  readonly listed: boolean;
  /**
   * Parsed settings are stored and parsed again when they are opened: a schema must accept what it answers. Where there
   * are several forms, the one is chosen that the given settings are meant in, so that an error names its field.
   */
  readonly settings: z.ZodType<Settings> | ((given: ConnectorSettings) => z.ZodType<Settings>);
  /** The form of the settings where the schema's own JSON Schema is not the one that clients know. */
  readonly settingsSchema?: ConnectorKind["settingsSchema"];
  /** Undefined where there is no server of a known place. */
  place(settings: Settings): ServerPlace | undefined;
  /** @throws ConnectorError, or the reason of the signal. */
  open(settings: Settings, surroundings: Surroundings, context: ConnectionContext): Promise<OpenConnector>;
}

/** A definition with its settings' type folded away. */
export interface AnyConnector {
  readonly kind: ConnectorKind;
  readonly listed: boolean;
  /** Answers the settings as they are to be kept. */
  check(settings: unknown): z.ZodSafeParseResult<Readonly<Record<string, unknown>>>;
  place(settings: unknown): ServerPlace | undefined;
  open(settings: unknown, surroundings: Surroundings, context: ConnectionContext): Promise<OpenConnector>;
}
