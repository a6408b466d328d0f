import type { Connection, ConnectionContext, ConnectorKind, ConnectorSettings } from "@galley/core/domain";
import type { z } from "zod";
import type { ProviderEndpoints } from "./endpoints.ts";
import type { Network, Place } from "./network.ts";
import type { SettingFault } from "./setting-fault.ts";

/** The operations that credentials can be tested for, beyond logging in. */
export const TRIALS = ["permission", "list", "write"] as const;
export type Trial = (typeof TRIALS)[number];

export interface OpenConnector extends Connection {
  /** Each throws a `ConnectorError` on failure; a write test leaves nothing behind. */
  readonly trials: Readonly<Partial<Record<Trial, (signal: AbortSignal) => Promise<void>>>>;
}

/** A server whose reachability is tested before logging in. */
export interface ServerPlace extends Place {
  /** Whether the connection starts with a TLS handshake. */
  readonly tls: boolean;
}

/** The parts of the service that connectors use. */
export interface ConnectorDependencies {
  readonly network: Network;
  readonly endpoints: ProviderEndpoints;
  /** Local folders that connectors may use. */
  readonly localRoots: readonly string[];
  /** Whether S3 connectors without a key use the credentials of this machine. */
  readonly machineRole: boolean;
}

/** A kind of connector: its entry in the catalogue, its settings, and how to connect. */
export interface ConnectorDefinition<Settings> {
  readonly kind: Omit<ConnectorKind, "settingsSchema">;
  /** Whether it is listed in the catalogue. */
  readonly listed: boolean;
  /**
   * Parsed settings are stored and parsed again when they are opened, so a schema must accept its own output.
   * If there are several forms, the function chooses the one that the given settings are meant for, so that
   * errors name its fields.
   */
  readonly settings: z.ZodType<Settings> | ((given: ConnectorSettings) => z.ZodType<Settings>);
  /** The form of the settings, if the schema's own JSON Schema is not the one that clients know. */
  readonly settingsSchema?: ConnectorKind["settingsSchema"];
  /** Undefined if there is no server with a fixed address. */
  place(settings: Settings): ServerPlace | undefined;
  /** Finds what the operator does not allow, without connecting. By default everything is allowed. */
  forbidden?(settings: Settings, dependencies: ConnectorDependencies): Promise<SettingFault | undefined>;
  /** @throws ConnectorError, or the reason of the signal. */
  open(
    settings: Settings,
    dependencies: ConnectorDependencies,
    context: ConnectionContext,
  ): Promise<OpenConnector>;
}

/** A definition with the type of its settings erased. */
export interface AnyConnector {
  readonly kind: ConnectorKind;
  readonly listed: boolean;
  /** Returns the settings to store. */
  check(settings: unknown): z.ZodSafeParseResult<Readonly<Record<string, unknown>>>;
  place(settings: unknown): ServerPlace | undefined;
  forbidden(settings: unknown, dependencies: ConnectorDependencies): Promise<SettingFault | undefined>;
  open(
    settings: unknown,
    dependencies: ConnectorDependencies,
    context: ConnectionContext,
  ): Promise<OpenConnector>;
}
