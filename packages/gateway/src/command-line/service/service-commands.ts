import { type Command, Option } from "commander";

/** Adds the commands that run the service or work with it. */
export function addServiceCommands(program: Command, exit: (code: number) => void): void {
  program.commandsGroup("Service:");
  addServe(program);
  addWork(program);
  addSignIn(program, exit);
  addJobs(program, exit);
  program
    .command("doctor")
    .description("check what the service needs: versions, languages, database, folder, port")
    .option("--json", "print JSON")
    .action(async (values: object) => {
      const { runDoctor } = await import("./doctor-command.ts");
      exit(await runDoctor({ ...values }));
    });
  program
    .command("reencrypt")
    .description("re-encrypt the secrets in the database with the current key")
    .addHelpText("after", REENCRYPT_HELP)
    .action(async () => {
      const { runReencrypt } = await import("./reencrypt-command.ts");
      exit(await runReencrypt());
    });
}

const REENCRYPT_HELP = `
Re-encrypts every secret that is encrypted with an older key of the keyring, using the first (current) key. The service
can keep running. Configured by the service's variables: DATABASE_URL, GALLEY_DATA_DIR, GALLEY_SECRET_KEYS.`;

const SERVE_HELP = `
Everything else is configured by environment variables; --print-config lists them all. Options take precedence.

Examples:
  galley serve
  galley serve --port 9000 --data-dir /var/lib/galley
  DATABASE_URL=postgresql://… galley serve --role serve`;

function addServe(program: Command): void {
  const role = new Option("--role <name>", "serve: requests; work: documents; all: both (GALLEY_ROLE)");
  role.argChoices = ["all", "serve", "work"];
  program
    .command("serve")
    .description("start the service, with an embedded database unless DATABASE_URL is set")
    .option("--host <address>", "address to listen on (HOST)")
    .option("--port <n>", "port to listen on; 0 picks a free one (PORT)")
    .option("--data-dir <folder>", "embedded database, documents and secrets (GALLEY_DATA_DIR)")
    .addOption(role)
    .option("--print-config", "print every variable with its value and meaning, then exit")
    .addHelpText("after", SERVE_HELP)
    .action(async (values: object) => {
      const { runServe } = await import("./serve-command.ts");
      await runServe({ ...values });
    });
}

function addWork(program: Command): void {
  program
    .command("work")
    .description("start a worker that processes documents of a shared database")
    .option("--port <n>", "port of the health checks; 0 picks a free one (PORT)")
    .addHelpText("after", "\nExample:\n  DATABASE_URL=postgresql://… GALLEY_OBJECTS=s3://bucket/ galley work")
    .action(async (values: object) => {
      const { runServe } = await import("./serve-command.ts");
      await runServe({ ...values, role: "work" });
    });
}

function addSignIn(program: Command, exit: (code: number) => void): void {
  program
    .command("sign-in")
    .description("print a link that signs you in to the console")
    .option("--email <address>", "the member; by default GALLEY_MANAGER_EMAIL, or the first manager")
    .option("--url <url>", "the service's address; by default GALLEY_PUBLIC_URL, or HOST and PORT")
    .addHelpText(
      "after",
      "\nThe link can be used once, within 15 minutes. Run this with the service's variables.",
    )
    .action(async (values: object) => {
      const { runSignIn } = await import("./sign-in-command.ts");
      exit(await runSignIn({ ...values }));
    });
}

function addJobs(program: Command, exit: (code: number) => void): void {
  program
    .command("jobs")
    .description("list the jobs of a running service, newest first")
    .option("--url <url>", "the service's address; by default GALLEY_PUBLIC_URL, or HOST and PORT")
    .option("--status <list>", "only these: accepted, processing, processed, failed, cancelled")
    .option("--search <text>", "only jobs whose file name or tag contains this text")
    .option("-n, --limit <n>", "maximum number of jobs, 1 to 100", "20")
    .option("--json", "print a line of JSON for each job")
    .addHelpText("after", "\nThe access token is GALLEY_ACCESS_TOKEN, or the one in GALLEY_DATA_DIR.")
    .action(async (values: object) => {
      const { runJobs } = await import("./jobs-command.ts");
      exit(await runJobs({ ...values }));
    });
}
