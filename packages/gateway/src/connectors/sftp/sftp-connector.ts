import { z } from "zod";
import {
  defineConnector,
  hostField,
  nameField,
  portField,
  secretField,
  textField,
} from "../define-connector.ts";
import { driver } from "../driver.ts";

const settings = z.strictObject({
  connectorName: nameField("SFTP"),
  host: hostField("Host"),
  port: portField("22"),
  username: textField("User name"),
  password: secretField("Password"),
  user_dir: textField("Folder", "Root folder of the connection, such as /upload"),
  host_key: z
    .string()
    .regex(/^(?:SHA256:[A-Za-z0-9+/]{43})?$/, "expected a fingerprint as ssh-keygen prints it: SHA256:…")
    .optional()
    .meta({
      title: "Fingerprint of the host key",
      description: "The server must present this key. Blank: the first key that it presents is stored.",
    }),
});

type SftpSettings = z.output<typeof settings>;

/** An SFTP server. */
export const sftpConnector = defineConnector<SftpSettings>({
  kind: {
    id: "sftp|e68fa828-2988-4cce-9e3d-4285348e3227",
    name: "SFTP",
    description: "Files of an SFTP server",
    icon: "/icons/connector-icons/SFTP.png",
    mode: "file_system",
    canRead: true,
    canWrite: true,
    oauthBackend: undefined,
  },
  listed: true,
  settings,
  place: ({ host, port }) => ({ host, port: Number(port), tls: false }),
  async open(given, { network }, context) {
    const { openSftp } = await driver("ssh2", () => import("./sftp-files.ts"));
    return openSftp(given, network, context);
  },
});
