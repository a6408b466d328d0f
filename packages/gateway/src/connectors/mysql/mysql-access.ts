/** Where and as whom to log in. */
export interface MysqlAccess {
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** Whether nothing may be sent in clear, and the server must prove to be the one that is asked for. */
  readonly sslEnabled?: boolean;
}
