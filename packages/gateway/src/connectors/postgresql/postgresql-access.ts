/** Where and as whom to log in. */
export interface PostgresqlAccess {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Where tables are that name none; undefined for the user's own. */
  readonly schema: string | undefined;
  readonly user: string;
  readonly password: string;
  /** Whether the server must prove by its certificate to be the one that is asked for. */
  readonly verified: boolean;
}
