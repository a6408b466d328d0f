/** The server and the credentials. */
export interface PostgresqlAccess {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** The schema of tables without one; undefined for the user's default. */
  readonly schema: string | undefined;
  readonly user: string;
  readonly password: string;
  /** Whether to verify the server's certificate. */
  readonly verified: boolean;
}
