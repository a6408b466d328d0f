import { azureBlobConnector } from "./azure-blob/azure-blob-connector.ts";
import { bigqueryConnector } from "./bigquery/bigquery-connector.ts";
import { boxConnector } from "./box/box-connector.ts";
import type { AnyConnector } from "./connector-definition.ts";
import { withDocumentPasswords } from "./files/document-passwords.ts";
import { dropboxConnector } from "./dropbox/dropbox-connector.ts";
import { googleDriveConnector } from "./google-drive/google-drive-connector.ts";
import { googleStorageConnector } from "./google-storage/google-storage-connector.ts";
import { httpConnector } from "./http/http-connector.ts";
import { localConnector } from "./local/local-connector.ts";
import { mssqlConnector } from "./mssql/mssql-connector.ts";
import { oracleConnector } from "./oracle/oracle-connector.ts";
import { mariadbConnector, mysqlConnector } from "./mysql/mysql-connector.ts";
import { postgresqlConnector } from "./postgresql/postgresql-connector.ts";
import { redshiftConnector } from "./postgresql/redshift-connector.ts";
import { s3Connector } from "./s3/s3-connector.ts";
import { snowflakeConnector } from "./snowflake/snowflake-connector.ts";
import { sharepointConnector } from "./sharepoint/sharepoint-connector.ts";
import { sftpConnector } from "./sftp/sftp-connector.ts";

/** Every connector kind, in display order. */
export const CONNECTORS: readonly AnyConnector[] = [
  s3Connector,
  googleStorageConnector,
  azureBlobConnector,
  googleDriveConnector,
  sharepointConnector,
  dropboxConnector,
  boxConnector,
  sftpConnector,
  httpConnector,
  localConnector,
  postgresqlConnector,
  mysqlConnector,
  mariadbConnector,
  mssqlConnector,
  oracleConnector,
  redshiftConnector,
  snowflakeConnector,
  bigqueryConnector,
].map(withDocumentPasswords);
