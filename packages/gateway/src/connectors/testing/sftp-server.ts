import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort, listening } from "./free-port.ts";
import { missingServer, programMissing } from "./required-servers.ts";

const run = promisify(execFile);
const SSHD = "/usr/sbin/sshd";

export interface SftpServer extends AsyncDisposable {
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** A folder that the user can write to. */
  readonly folder: string;
  /** As `ssh-keygen -l` prints it. */
  readonly hostKey: string;
}

/** Why OpenSSH cannot be started here; undefined if it can. */
export async function sftpServerMissing(): Promise<string | undefined> {
  if (userInfo().uid !== 0) return missingServer("OpenSSH logs other users in only when it is run by root");
  return missingServer(await programMissing(SSHD, "openssh-server"));
}

/** Starts OpenSSH on a free local port, with a user who is removed when the server stops. */
export async function startSftpServer(): Promise<SftpServer> {
  await using starting = new AsyncDisposableStack();
  const base = await mkdtemp(join(tmpdir(), "galley-sftp-"));
  starting.defer(() => rm(base, { recursive: true }));
  await run("chmod", ["755", base]);
  const username = `galley-${randomBytes(4).toString("hex")}`;
  const password = randomBytes(12).toString("base64url");
  await addUser(username, password);
  starting.defer(async () => void (await run("userdel", [username])));

  const folder = join(base, "files");
  await mkdir(folder);
  const { stdout: ids } = await run("id", ["-u", username]);
  await chown(folder, Number(ids), Number(ids));
  const key = join(base, "host-key");
  await run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key]);
  const { stdout: shown } = await run("ssh-keygen", ["-lf", key]);
  const port = await freePort();
  await mkdir("/run/sshd", { recursive: true });
  const config = join(base, "sshd_config");
  await writeFile(config, configuration({ port, key, pid: join(base, "pid"), username }));
  const server = spawn(SSHD, ["-D", "-e", "-f", config], { stdio: "ignore" });
  starting.defer(async () => {
    server.kill();
    if (server.exitCode === null) await once(server, "exit");
  });
  await listening(port);
  const parts = starting.move();
  return {
    port,
    username,
    password,
    folder,
    hostKey: shown.split(" ")[1] ?? "",
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function addUser(username: string, password: string): Promise<void> {
  await run("useradd", ["--no-create-home", "--shell", "/usr/sbin/nologin", "--user-group", username]);
  const change = spawn("chpasswd", { stdio: ["pipe", "ignore", "ignore"] });
  change.stdin.end(`${username}:${password}\n`);
  await once(change, "exit");
}

function configuration(given: {
  readonly port: number;
  readonly key: string;
  readonly pid: string;
  readonly username: string;
}): string {
  return `
Port ${given.port}
ListenAddress 127.0.0.1
HostKey ${given.key}
PidFile ${given.pid}
UsePAM no
PasswordAuthentication yes
KbdInteractiveAuthentication no
AllowUsers ${given.username}
Subsystem sftp internal-sftp
ForceCommand internal-sftp
`;
}
