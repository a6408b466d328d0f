import type { ConnectorMode } from "./connector.ts";

/** A connector kind in the catalogue. */
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
  /** The OAuth backend that provides its credentials; undefined if it does not use OAuth. */
  readonly oauthBackend: string | undefined;
  /** Whether its form also accepts credentials, so OAuth is optional. */
  readonly oauthOptional?: true;
  /** The JSON Schema of its settings, for a form; secrets have the format "password". */
  readonly settingsSchema: Readonly<Record<string, unknown>>;
}

/** Settings as sent by a client, in clear. */
export type ConnectorSettings = Readonly<Record<string, unknown>>;

/** A file at its source. */
export interface SourceFile {
  /** Relative to the root of the connection, with "/" as the separator and no leading "/". */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** As reported by the store; undefined if unknown. The actual size may differ. */
  readonly bytes: number | undefined;
  readonly modifiedAt: Date | undefined;
}

/** Selects the files of a source. */
export interface FileQuery {
  /** Folders to list; empty means the root. */
  readonly folders: readonly string[];
  /** File name patterns, such as "*.pdf", any of which must match; empty means all. */
  readonly patterns: readonly string[];
  /** Whether subfolders are included. */
  readonly recursive: boolean;
  /** Whether a ZIP file is one file, which is the default, or each file in it. */
  readonly archives?: ArchiveChoice;
}

export const ARCHIVE_CHOICES = ["whole", "files"] as const;
export type ArchiveChoice = (typeof ARCHIVE_CHOICES)[number];

/** Reads documents. What a store reports is not trusted: callers must check names, sizes and lengths. */
export interface FileSource {
  /** Lists lazily, so a million entries do not fill memory. @throws ConnectorError, or the reason of the signal. */
  list(query: FileQuery, signal: AbortSignal): AsyncIterable<SourceFile>;
  /** @throws ConnectorError, also while the content is read, or the reason of the signal. */
  read(path: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** An entry of a folder of a store. */
export interface StoreEntry extends SourceFile {
  readonly kind: "file" | "folder";
}

/** A store of files in folders. */
export interface FileStore extends FileSource {
  /**
   * Lists a folder lazily, in the order of the store; "" is the root.
   *
   * @throws ConnectorError, or the reason of the signal.
   */
  browse(folder: string, signal: AbortSignal): AsyncIterable<StoreEntry>;
}

/** Writes results as files. */
export interface FileSink {
  /**
   * Writes a file atomically and replaces an existing one; creates missing folders.
   *
   * @throws ConnectorError, or the reason of the signal.
   */
  write(path: string, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void>;
}

/** The data types of a column. `id`: at most 64 ASCII characters; `number`: a decimal number; `date`: a day without a time. */
export type ColumnType = "id" | "text" | "number" | "integer" | "boolean" | "date" | "timestamp" | "json";

/** The value of a column; a `json` value is its text, a `date` is written as YYYY-MM-DD. */
export type ColumnValue = string | number | boolean | Date | null;

export interface TableColumn {
  readonly name: string;
  readonly type: ColumnType;
}

export interface TableTarget {
  /** With its schema, if any, before a ".". */
  readonly table: string;
  readonly columns: readonly TableColumn[];
  /** Columns that identify a result; several rows can have the same values. */
  readonly key: readonly string[];
  /** Columns whose values identify a row. By default none do. */
  readonly primaryKey?: readonly string[];
  /** The table whose primary key columns of this one refer to. By default they refer to none. */
  readonly parent?: string;
  /** The columns that refer to it. By default those of `key`. */
  readonly parentKey?: readonly string[];
  /** Whether to create the table or missing columns. */
  readonly create: boolean;
}

type Row = Readonly<Record<string, ColumnValue>>;

/** The rows that a result has in a table. */
export interface TableRows {
  readonly target: TableTarget;
  /** The value of each column of the target's key, which all rows have. */
  readonly key: Row;
  readonly rows: readonly Row[];
}

/** Writes results as rows. */
export interface TableSink {
  /** Checks the table, or creates it. @throws ConnectorError, or the reason of the signal. */
  prepare(target: TableTarget, signal: AbortSignal): Promise<void>;
  /**
   * Replaces all rows of each table that have its key, in one transaction. Parents precede their children.
   *
   * @throws ConnectorError, or the reason of the signal.
   */
  replace(tables: readonly TableRows[], signal: AbortSignal): Promise<void>;
}

/** A table with a document, or the URL of one, in each row. */
export interface DocumentTable {
  /** With its schema, if any, before a ".". */
  readonly table: string;
  /** Identifies the rows and names their documents. */
  readonly keyColumn: string;
  /** Contains the document, or an http or https URL to fetch it from. */
  readonly document: { readonly column: string; readonly holds: "content" | "url" };
}

/** An open connection, with the capabilities that it has. */
export interface Connection extends AsyncDisposable {
  readonly source?: FileStore;
  /** Rows as files whose path is the key. Folders and patterns of a query are ignored. */
  readonly documents?: (table: DocumentTable) => FileSource;
  readonly sink?: FileSink;
  readonly table?: TableSink;
}

/** The steps of a connection test. */
export const TEST_STEPS = ["settings", "dns", "tcp", "tls", "login", "permission", "list", "write"] as const;
export type TestStepName = (typeof TEST_STEPS)[number];

export interface TestStep {
  readonly name: TestStepName;
  readonly ok: boolean;
  readonly milliseconds: number;
  /** Human-readable, never with a secret; "" if there is nothing to report. */
  readonly message: string;
  /** Why it failed; null if it succeeded. */
  readonly failure: ConnectorErrorCode | "TIMED_OUT" | null;
}

export type ConnectorErrorCode =
  /** The target rejected the credentials, or they lack permissions. */
  | "ACCESS_DENIED"
  /** The OAuth credentials are no longer valid: a user must sign in again. */
  | "REAUTHENTICATE"
  /** The file, folder, bucket, database or table does not exist. */
  | "NOT_FOUND"
  /** The target cannot be reached or does not respond; a retry may succeed. */
  | "UNREACHABLE"
  /** The address policy does not allow connections to this target. */
  | "REFUSED_ADDRESS"
  /** The driver of this kind is not installed; the message names the package. */
  | "DRIVER_MISSING"
  /** Any other error that the target reports. */
  | "FAILED";

/** A connection error. The message is human-readable and contains no secret. */
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
  /** Stores settings that changed on their own, such as refreshed tokens. */
  readonly keepSettings?: (changed: ConnectorSettings) => Promise<void>;
}

/** The connector kinds of the service, and connections of each kind. */
export interface ConnectorCatalogue {
  /** In display order. */
  readonly kinds: readonly ConnectorKind[];
  /** The kind with an id; undefined if it is unknown. */
  find(kindId: string): ConnectorKind | undefined;
  /** Validates settings and adds defaults. @throws DomainError `BAD_INPUT` that names the field. */
  check(kindId: string, settings: unknown): ConnectorSettings;
  /**
   * Checks what the operator allows, without connecting, such as the folders of the local machine.
   *
   * @throws DomainError `BAD_INPUT` that names the field.
   */
  assertAllowed(kindId: string, settings: ConnectorSettings): Promise<void>;
  /** @throws ConnectorError, or the reason of the signal. */
  open(kindId: string, settings: ConnectorSettings, context: ConnectionContext): Promise<Connection>;
  /** Tests a connection and yields each step when it is done, up to the first that fails, in at most 15 seconds. */
  test(kindId: string, settings: ConnectorSettings, context: ConnectionContext): AsyncIterable<TestStep>;
}
