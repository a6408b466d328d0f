import type { ConnectorMode } from "./connector.ts";

/** A kind of connector, as the catalogue tells of it. */
export interface ConnectorKind {
  /** `<slug>|<uuid>`. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** A path below the service's own address. */
  readonly icon: string;
  readonly mode: ConnectorMode;
  readonly canRead: boolean;
  readonly canWrite: boolean;
  /** The OAuth backend that gives its credentials; undefined where none does. */
  readonly oauthBackend: string | undefined;
  /** Whether its form asks for credentials as well, so that nobody has to go through the backend. */
  readonly oauthOptional?: true;
  /** What its settings are, as JSON Schema for a form; secrets have the format "password". */
  readonly settingsSchema: Readonly<Record<string, unknown>>;
}

/** Settings as a client gives them, in clear. */
export type ConnectorSettings = Readonly<Record<string, unknown>>;

/** A file where it lies. */
export interface SourceFile {
  /** From the root of the connection, with "/" between its parts, without one at its beginning. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** As the store says; undefined where it does not. What it sends may be another number. */
  readonly bytes: number | undefined;
  readonly modifiedAt: Date | undefined;
}

/** Which files of a source are taken. */
export interface FileQuery {
  /** Folders to look in; empty means the root. */
  readonly folders: readonly string[];
  /** Patterns of names, such as "*.pdf", any of which must hold; empty means all. */
  readonly patterns: readonly string[];
  /** Whether folders below are looked in, too. */
  readonly recursive: boolean;
}

/** Gives documents. What a store says is not trusted: names, sizes and lengths are checked by whoever uses them. */
export interface FileSource {
  /** Lists lazily: a million entries do not fill memory. @throws ConnectorError, or the reason of the signal. */
  list(query: FileQuery, signal: AbortSignal): AsyncIterable<SourceFile>;
  /** @throws ConnectorError, also while the content is read. Or the reason of the signal. */
  read(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** Takes results as files. */
export interface FileSink {
  /**
   * Writes a file whole or not at all, over one of the same path; folders that are missing are made.
   *
   * @throws ConnectorError, or the reason of the signal.
   */
  write(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}

/** What a table's column can hold. */
export type ColumnType = "text" | "integer" | "timestamp" | "json";

/** A value for a column; a value of `json` is its text. */
export type ColumnValue = string | number | Date | null;

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface TableTarget {
  /** With its schema, where it has one, before a ".". */
  readonly table: string;
  readonly columns: readonly TableColumn[];
  /** Columns that together tell rows apart: a row with the same values is written over. */
  readonly key: readonly string[];
  /** Whether the table, or a column that is missing, is made. */
  readonly create: boolean;
}

/** Takes results as rows. */
export interface TableSink {
  /** Finds the table ready, or makes it so. @throws ConnectorError, or the reason of the signal. */
  prepare(target: TableTarget, signal: AbortSignal): Promise<void>;
  /** Writes rows in one transaction, each by the target's key. @throws ConnectorError, or the reason of the signal. */
  upsert(
    target: TableTarget,
    rows: readonly Readonly<Record<string, ColumnValue>>[],
    signal: AbortSignal,
  ): Promise<void>;
}

/** Where documents lie in a table: one in a row, or a URL of one. */
export interface DocumentTable {
  /** With its schema, where it has one, before a ".". */
  readonly table: string;
  /** What tells rows apart, and names their documents. */
  readonly keyColumn: string;
  /** Holds the document, or an address of http or https from which it is fetched. */
  readonly document: { readonly column: string; readonly holds: "content" | "url" };
}

/** An open connection, by what it can do. */
export interface Connection extends AsyncDisposable {
  readonly source?: FileSource;
  /** Rows as files: the path of one is its key. What a query says of folders and patterns does not count. */
  readonly documents?: (table: DocumentTable) => FileSource;
  readonly sink?: FileSink;
  readonly table?: TableSink;
}

/** Part of a test of a connection. */
export const TEST_STEPS = ["settings", "dns", "tcp", "tls", "login", "permission", "list", "write"] as const;
export type TestStepName = (typeof TEST_STEPS)[number];

export interface TestStep {
  readonly name: TestStepName;
  readonly ok: boolean;
  readonly milliseconds: number;
  /** For a person, never with a secret; "" where there is nothing to say. */
  readonly message: string;
  /** Why it failed; null where it did not. */
  readonly failure: ConnectorErrorCode | "TIMED_OUT" | null;
}

export type ConnectorErrorCode =
  /** The target refused the credentials, or what they are to do. */
  | "ACCESS_DENIED"
  /** OAuth credentials do not hold any more: a person must log in again. */
  | "REAUTHENTICATE"
  /** There is no such file, folder, bucket, database or table. */
  | "NOT_FOUND"
  /** The target cannot be reached or does not answer; later it may. */
  | "UNREACHABLE"
  /** The address policy lets no connection leave for this target. */
  | "REFUSED_ADDRESS"
  /** The driver that this kind needs is not installed; the message names the package. */
  | "DRIVER_MISSING"
  /** Anything else that the target says. */
  | "FAILED";

/** What went wrong at a connection. The message is for a person and holds no secret. */
export class ConnectorError extends Error {
  override readonly name = "ConnectorError";
  readonly code: ConnectorErrorCode;

  constructor(code: ConnectorErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

export interface ConnectionContext {
  readonly signal: AbortSignal;
  /** Takes settings that changed by themselves, such as refreshed tokens, to be kept. */
  readonly keepSettings?: (changed: ConnectorSettings) => Promise<void>;
}

/** Every kind of connector that the service has, and the way to connect by one. */
export interface ConnectorCatalogue {
  /** In the order in which they are shown. */
  readonly kinds: readonly ConnectorKind[];
  /** The kind of an id; undefined where there is none. */
  find(kindId: string): ConnectorKind | undefined;
  /** Checks settings and completes them by defaults. @throws DomainError `BAD_INPUT` that names the field. */
  check(kindId: string, settings: unknown): ConnectorSettings;
  /** @throws ConnectorError, or the reason of the signal. */
  open(kindId: string, settings: ConnectorSettings, context: ConnectionContext): Promise<Connection>;
  /** Tries a connection step by step and ends with the first step that fails, in 15 seconds whatever happens. */
  test(kindId: string, settings: ConnectorSettings, context: ConnectionContext): Promise<readonly TestStep[]>;
}
