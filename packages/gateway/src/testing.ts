export {
  mariadbServerMissing,
  startMariadbServer,
  type MariadbServer,
} from "./connectors/testing/mariadb-server.ts";
export { freePort } from "./connectors/testing/free-port.ts";
export { missingServer } from "./connectors/testing/required-servers.ts";
export { sftpServerMissing, startSftpServer, type SftpServer } from "./connectors/testing/sftp-server.ts";
export { createContentsIndex } from "./persistence/contents-index.ts";
export { createRecordsOnly } from "./persistence/database.ts";
export { migratedOrm } from "./persistence/testing/migrated-orm.ts";
export { startEmbeddedPostgres, type EmbeddedPostgres } from "./persistence/embedded-postgres.ts";
export { loopbackUrl } from "./persistence/testing/loopback-url.ts";
export { serviceAccountFile } from "./connectors/testing/apis/google-identity.ts";
export { startBigquery } from "./connectors/testing/apis/bigquery-server.ts";
export { BLOB_SETTINGS, startAzurite } from "./connectors/testing/azurite.ts";
export { BOX_APP, startBox } from "./connectors/testing/apis/box-server.ts";
export { startDriveServer } from "./connectors/testing/apis/drive-server.ts";
export { DROPBOX_TOKEN, startDropbox } from "./connectors/testing/apis/dropbox-server.ts";
export { startStorageServer } from "./connectors/testing/apis/google-storage-server.ts";
export { GRAPH_CLIENT, startGraph } from "./connectors/testing/apis/graph-server.ts";
export { SNOWFLAKE_SETTINGS, startSnowflake } from "./connectors/testing/apis/snowflake-server.ts";
export { startTdsServer } from "./connectors/testing/tds-server.ts";
