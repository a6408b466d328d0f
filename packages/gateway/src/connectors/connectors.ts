import type { AnyConnector } from "./connector-definition.ts";
import { googleDriveConnector } from "./google-drive/google-drive-connector.ts";
import { httpConnector } from "./http/http-connector.ts";
import { localConnector } from "./local/local-connector.ts";
import { mariadbConnector, mysqlConnector } from "./mysql/mysql-connector.ts";
import { postgresqlConnector } from "./postgresql/postgresql-connector.ts";
import { redshiftConnector } from "./postgresql/redshift-connector.ts";
import { s3Connector } from "./s3/s3-connector.ts";
import { sftpConnector } from "./sftp/sftp-connector.ts";

/** Every kind of connector that the service has, in the order in which they are shown. */
export const CONNECTORS: readonly AnyConnector[] = [
  s3Connector,
  googleDriveConnector,
  sftpConnector,
  httpConnector,
  localConnector,
  postgresqlConnector,
  mysqlConnector,
  mariadbConnector,
  redshiftConnector,
];
