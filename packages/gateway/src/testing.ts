export {
  mariadbServerMissing,
  startMariadbServer,
  type MariadbServer,
} from "./connectors/testing/mariadb-server.ts";
export { missingServer } from "./connectors/testing/required-servers.ts";
export { sftpServerMissing, startSftpServer, type SftpServer } from "./connectors/testing/sftp-server.ts";
export { startEmbeddedPostgres, type EmbeddedPostgres } from "./persistence/embedded-postgres.ts";
