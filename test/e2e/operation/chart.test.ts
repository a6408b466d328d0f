import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  CHART,
  helmProgram,
  type KubernetesObject,
  renderChart,
  renderValues,
  REQUIRED,
  settingsOf,
} from "../../support/deployment/chart.ts";
import { assertSchema } from "../../support/deployment/kubernetes-schemas.ts";

const NAMES = { "app.kubernetes.io/name": "galley", "app.kubernetes.io/instance": "galley" };
const ROLES = ["serve", "work"] as const;
const EVERYTHING = {
  "ingress.enabled": "true",
  "ingress.host": "documents.example.org",
  "ingress.className": "nginx",
  "ingress.tls[0].secretName": "certificate",
  "ingress.tls[0].hosts[0]": "documents.example.org",
  "autoscaling.enabled": "true",
  "podMonitor.enabled": "true",
  "imagePullSecrets[0].name": "registry",
};

const deploymentSchema = z.object({
  spec: z.looseObject({
    replicas: z.int().optional(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.looseObject({
        containers: z
          .array(
            z.looseObject({
              image: z.string(),
              ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
              env: z.array(z.object({ name: z.string(), value: z.string() })),
              resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }),
              volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
            }),
          )
          .length(1),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
});

/** The parts of a Deployment that these tests check. */
function partsOf(object: KubernetesObject) {
  const { spec } = deploymentSchema.parse(object);
  const pod = spec.template.spec;
  const container = pod.containers[0];
  if (!container) throw new Error("The deployment has no container.");
  const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  return { spec, pod, container, env, labels: spec.template.metadata.labels };
}

function mebibytes(quantity: string): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === "Gi" ? 1024 : 1);
}

const helm = helmProgram() ?? "";
const required = process.env["GALLEY_REQUIRE_SERVERS"] !== undefined;

describe.skipIf(helm === "" && !required)("The chart", () => {
  test("passes Helm's own linter", () => {
    const { status, stdout } = spawnSync(helm, ["lint", "--strict", CHART, ...settingsOf(REQUIRED)], {
      encoding: "utf8",
    });
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringContaining("0 chart(s) failed"),
    });
  });

  test("installs the deployments, their service, budget and network policies by default", () => {
    const { objects } = renderChart(helm);
    expect(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
      "Deployment galley-serve",
      "Deployment galley-work",
      "NetworkPolicy galley-serve",
      "NetworkPolicy galley-work",
      "PodDisruptionBudget galley-serve",
      "Service galley",
    ]);
    for (const object of objects) assertSchema(object);
  });

  test.each([
    [{ existingSecret: "" }, "existingSecret is required: the name of a Secret with DATABASE_URL"],
    [{ "env.GALLEY_OBJECTS": "" }, "env.GALLEY_OBJECTS is required: s3://bucket/prefix"],
    [{ "env.GALLEY_OBJECTS": "file:///data" }, "env.GALLEY_OBJECTS is required: s3://bucket/prefix"],
    [{ "ingress.enabled": "true" }, "ingress.host is required"],
    [{ "office.enabled": "true" }, "office.clusterIP is required"],
    [{ existingsecret: "galley" }, "existingsecret"],
    [{ "work.replica": "3" }, "replica"],
    [{ "work.replicas": "many" }, "work.replicas"],
  ])("with %j, Helm stops with a message that names the value", (values, message) => {
    expect(() => renderChart(helm, values)).toThrow(message);
  });

  test("without values, Helm names the first that is missing", () => {
    expect(() => renderValues(helm, {})).toThrow("existingSecret is required");
  });

  test("adds the ingress, autoscaling and monitoring that the values enable", () => {
    const { objects, find } = renderChart(helm, EVERYTHING);
    for (const object of objects) assertSchema(object);
    expect(find("Ingress", "galley")).toMatchObject({
      spec: {
        ingressClassName: "nginx",
        tls: [{ secretName: "certificate", hosts: ["documents.example.org"] }],
        rules: [{ host: "documents.example.org" }],
      },
    });
    expect(find("ScaledObject", "galley-work")).toMatchObject({
      spec: { scaleTargetRef: { name: "galley-work" }, minReplicaCount: 1, maxReplicaCount: 10 },
    });
    expect(find("TriggerAuthentication", "galley-database")).toMatchObject({
      spec: { secretTargetRef: [{ parameter: "connection", name: "galley", key: "DATABASE_URL" }] },
    });
    expect(find("PodMonitor", "galley")).toMatchObject({
      spec: { selector: { matchLabels: NAMES }, podMetricsEndpoints: [{ port: "metrics" }] },
    });
    // KEDA sets the replicas of work.
    expect(partsOf(find("Deployment", "galley-work")).spec.replicas).toBeUndefined();
    expect(partsOf(find("Deployment", "galley-serve")).spec.replicas).toBe(2);
  });

  test("adds a converter for Office documents, which only Galley reaches", () => {
    const { objects, find } = renderChart(helm, {
      "office.enabled": "true",
      "office.clusterIP": "10.96.0.77",
      "env.GALLEY_OUTBOUND_ALLOW": "10.1.0.0/16",
    });
    for (const object of objects) assertSchema(object);
    expect(partsOf(find("Deployment", "galley-work")).env).toMatchObject({
      GALLEY_OFFICE_URL: "http://10.96.0.77:3000",
      GALLEY_OUTBOUND_ALLOW: "10.1.0.0/16,10.96.0.77/32",
    });
    expect(find("Service", "galley-office")).toMatchObject({ spec: { clusterIP: "10.96.0.77" } });
    expect(find("NetworkPolicy", "galley-office")).toMatchObject({ spec: { egress: [] } });
  });

  test.each(ROLES)("runs %s with its role, settings and secret", (role) => {
    const { find } = renderChart(helm, { "env.LOG_LEVEL": "warn", [`${role}.env.GALLEY_THREADS`]: "3" });
    const { spec, labels, container, env } = partsOf(find("Deployment", `galley-${role}`));
    expect(labels).toEqual({ ...NAMES, "app.kubernetes.io/component": role });
    expect(spec.selector.matchLabels).toEqual(labels);
    expect(env).toMatchObject({
      GALLEY_ROLE: role,
      LOG_LEVEL: "warn",
      GALLEY_THREADS: "3",
      GALLEY_OBJECTS: "s3://galley/documents",
    });
    expect(container).toMatchObject({
      envFrom: [{ secretRef: { name: "galley" } }],
      readinessProbe: { httpGet: { path: "/health/ready", port: "http" } },
      livenessProbe: { httpGet: { path: "/health/live", port: "http" } },
    });
  });

  test.each(ROLES)("gives %s no privileges, no token and no writable root file system", (role) => {
    const { pod, container } = partsOf(renderChart(helm).find("Deployment", `galley-${role}`));
    expect(pod).toMatchObject({
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: "RuntimeDefault" } },
      volumes: [
        { name: "data", emptyDir: { sizeLimit: "256Mi" } },
        { name: "tmp", emptyDir: { sizeLimit: "4Gi" } },
      ],
    });
    expect(container).toMatchObject({
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      },
      volumeMounts: [
        { name: "data", mountPath: "/data" },
        { name: "tmp", mountPath: "/tmp" },
      ],
    });
  });

  test.each([
    ["serve", {}, 1],
    ["serve", { "serve.extractionMemoryMb": "4096" }, 1],
    ["work", {}, 2],
    ["work", { "work.extractionMemoryMb": "3000" }, 2],
  ] as const)(
    "limits the memory of %s with %j to its extraction hosts and 300 MB at least",
    (role, values, hosts) => {
      const { container, env } = partsOf(renderChart(helm, values).find("Deployment", `galley-${role}`));
      const host = Number(env["GALLEY_EXTRACTION_MEMORY_MB"]);
      expect(host).toBeGreaterThan(0);
      expect(mebibytes(container.resources.limits.memory)).toBeGreaterThanOrEqual(hosts * host + 300);
    },
  );

  test("takes a memory limit from the values", () => {
    const { find } = renderChart(helm, { "work.resources.limits.memory": "8Gi" });
    expect(partsOf(find("Deployment", "galley-work")).container.resources).toMatchObject({
      limits: { memory: "8Gi" },
      requests: { cpu: "2" },
    });
  });

  test("serves metrics on a port that neither the service nor the ingress reaches", () => {
    const { find } = renderChart(helm, EVERYTHING);
    const { container, env } = partsOf(find("Deployment", "galley-serve"));
    expect(container.ports).toEqual([
      { name: "http", containerPort: Number(env["PORT"]) },
      { name: "metrics", containerPort: Number(env["GALLEY_METRICS_PORT"]) },
    ]);
    expect(env["GALLEY_METRICS_PORT"]).not.toBe(env["PORT"]);
    const service = find("Service", "galley");
    expect(service).toMatchObject({
      spec: {
        ports: [{ name: "http", port: 8080, targetPort: "http" }],
        selector: { ...NAMES, "app.kubernetes.io/component": "serve" },
      },
    });
    expect(JSON.stringify([service, find("Ingress", "galley")])).not.toContain("metrics");
  });

  test("lets clients reach serve only, and pods of the cluster the metrics", () => {
    const { find } = renderChart(helm, {
      "networkPolicy.clients[0].namespaceSelector.matchLabels.name": "ingress",
    });
    const metrics = { ports: [{ port: "metrics" }], from: [{ namespaceSelector: {} }] };
    expect(find("NetworkPolicy", "galley-work")).toMatchObject({ spec: { ingress: [metrics] } });
    expect(find("NetworkPolicy", "galley-serve")).toMatchObject({
      spec: {
        policyTypes: ["Ingress", "Egress"],
        ingress: [
          { ports: [{ port: "http" }], from: [{ namespaceSelector: { matchLabels: { name: "ingress" } } }] },
          metrics,
        ],
      },
    });
    const { objects } = renderChart(helm, { "networkPolicy.enabled": "false" });
    expect(objects.map(({ kind }) => kind)).not.toContain("NetworkPolicy");
  });

  test("names the image by tag, or by digest if one is given", () => {
    const imageWith = (values: Readonly<Record<string, string>>): string =>
      partsOf(renderChart(helm, values).find("Deployment", "galley-work")).container.image;
    expect(imageWith({})).toMatch(/^galley:\d+\.\d+\.\d+$/);
    expect(imageWith({ "image.repository": "example.org/galley", "image.tag": "next" })).toBe(
      "example.org/galley:next",
    );
    expect(imageWith({ "image.digest": "sha256:0123" })).toBe("galley@sha256:0123");
  });
});

test("the schema check of a rendered object finds a wrong field", () => {
  const service = { apiVersion: "v1", kind: "Service", metadata: { name: "x" }, spec: { ports: "http" } };
  expect(() => assertSchema(service)).toThrow(/ports/);
});
