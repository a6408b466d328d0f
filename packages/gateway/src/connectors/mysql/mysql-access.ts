/** The server and the credentials. */
export interface MysqlAccess {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Whether to require TLS and verify the server's certificate. */
  readonly sslEnabled?: boolean;
}
