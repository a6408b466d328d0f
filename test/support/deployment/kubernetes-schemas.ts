import { ScaledObject, TriggerAuthentication } from "@kubernetes-models/keda/keda.sh/v1alpha1";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1";
import { Deployment } from "kubernetes-models/apps/v1";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import type { KubernetesObject } from "./chart.ts";

interface Model {
  validate(): void;
}

const MODELS: Readonly<Record<string, () => Model>> = {
  "apps/v1 Deployment": () => new Deployment(),
  "keda.sh/v1alpha1 ScaledObject": () => new ScaledObject(),
  "keda.sh/v1alpha1 TriggerAuthentication": () => new TriggerAuthentication(),
  "monitoring.coreos.com/v1 PodMonitor": () => new PodMonitor(),
  "networking.k8s.io/v1 Ingress": () => new Ingress(),
  "networking.k8s.io/v1 NetworkPolicy": () => new NetworkPolicy(),
  "policy/v1 PodDisruptionBudget": () => new PodDisruptionBudget(),
  "v1 Service": () => new Service(),
};

/** @throws Error naming each field of the object that the published schema of its kind does not allow. */
export function assertSchema(object: KubernetesObject): void {
  const model = MODELS[`${object.apiVersion} ${object.kind}`]?.();
  if (!model) throw new Error(`There is no schema for ${object.apiVersion} ${object.kind}.`);
  Object.assign(model, object).validate();
}
