import { floatAttributes, OnnxGraph, type OnnxNode, wholesOfAttribute } from "./onnx-graph.ts";

/**
 * Returns a model that computes the same with fewer operations, so that it takes about three quarters of the CPU time.
 * PaddleOCR multiplies by a constant and adds another before and after each activation, which ONNX Runtime computes one
 * by one; most of these constants can be part of the convolutions.
 *
 * @throws Error if the file is no model.
 */
export function simplified(file: Uint8Array): Uint8Array {
  const graph = new OnnxGraph(file);
  for (const product of graph.nodesOf("Mul")) asHardSwish(graph, product);
  for (const sum of graph.nodesOf("Add")) asOneProduct(graph, sum);
  for (const convolution of graph.nodesOf("Conv")) withConstantsAfter(graph, convolution);
  for (const product of graph.nodesOf("Mul")) intoNextConvolutions(graph, product);
  return graph.file();
}

/** Replaces x · clip(x + 3, 0, 6) ÷ 6 with x · hardsigmoid(x), which ONNX Runtime computes with the convolution. */
function asHardSwish(graph: OnnxGraph, product: OnnxNode): void {
  const [x = "", factor] = product.inputs;
  const clip = graph.maker(factor);
  const sum = graph.maker(clip?.inputs[0]);
  const quotient = graph.onlyUser(product);
  if (clip?.operation !== "Clip" || sum?.operation !== "Add" || quotient?.operation !== "Div") return;
  const numbers = [sum.inputs[1], clip.inputs[1], clip.inputs[2], quotient.inputs[1]];
  const isHardSwish = sum.inputs[0] === x && numbers.map((name) => graph.scalar(name)).join() === "3,0,6,6";
  if (!isHardSwish) return;
  clip.operation = "HardSigmoid";
  clip.inputs = [x];
  clip.rest = floatAttributes({ alpha: 1 / 6, beta: 0.5 });
  product.output = quotient.output;
  graph.remove(sum, quotient);
}

/** Replaces x + x · a with x · (a + 1) if `a` has one number for each channel: the sum is then small. */
function asOneProduct(graph: OnnxGraph, sum: OnnxNode): void {
  const [x = "", term] = sum.inputs;
  const product = graph.maker(term);
  const attention = graph.maker(product?.inputs[1]);
  const isSame =
    product?.operation === "Mul" && product.inputs[0] === x && attention?.operation === "HardSigmoid";
  if (!isSame || graph.onlyUser(product) !== sum) return;
  const { output } = sum;
  sum.inputs = [attention.output, graph.withConstant([1], [1])];
  sum.output = `${attention.output}.plus1`;
  product.inputs = [x, sum.output];
  product.output = output;
  graph.remove(sum);
  graph.insertBefore(product, sum);
}

/** Makes constants that the result of a convolution is multiplied by, and that are added to it, part of its weights. */
function withConstantsAfter(graph: OnnxGraph, convolution: OnnxNode): void {
  for (;;) {
    const next = graph.onlyUser(convolution);
    const constant = next && constantOf(graph, next);
    if (!next || constant === undefined) return;
    const [scale, offset] = next.operation === "Mul" ? [constant, 0] : [1, constant];
    const { weights, biases, shape } = partsOf(graph, convolution);
    convolution.inputs[1] = graph.withConstant(
      shape,
      weights.map((weight) => weight * scale),
    );
    convolution.inputs[2] = graph.withConstant(
      [biases.length],
      biases.map((bias) => bias * scale + offset),
    );
    convolution.output = next.output;
    graph.remove(next);
  }
}

/**
 * Makes x · scale + offset part of the convolutions that use it. One with padding counts zeros outside the image, to which
 * nothing was added; for it, both become one operation by channel, which ONNX Runtime computes in the convolution's layout.
 */
function intoNextConvolutions(graph: OnnxGraph, product: OnnxNode): void {
  const scale = constantOf(graph, product);
  const sum = graph.onlyUser(product);
  const offset = sum?.operation === "Add" ? constantOf(graph, sum) : undefined;
  if (scale === undefined || !sum || offset === undefined) return;
  const users = graph.users(sum.output);
  const [first] = users;
  if (!first || users.some(({ operation }) => operation !== "Conv")) return;
  const x = product.inputs.find((name) => graph.scalar(name) === undefined) ?? "";
  graph.remove(product);
  if (users.some((user) => wholesOfAttribute(user, "pads").some((side) => side !== 0))) {
    byChannel(graph, sum, { x, scale, offset, channels: channelsInto(graph, first) });
    return;
  }
  graph.remove(sum);
  for (const user of users) {
    const { weights, biases, shape } = partsOf(graph, user);
    const perOutput = weights.length / biases.length;
    const sumOf = (index: number): number =>
      weights.subarray(index * perOutput, (index + 1) * perOutput).reduce((all, weight) => all + weight, 0);
    const scaled = weights.map((weight) => weight * scale);
    const moved = biases.map((bias, index) => bias + offset * sumOf(index));
    user.inputs = [x, graph.withConstant(shape, scaled), graph.withConstant([moved.length], moved)];
  }
}

/** Turns a sum into x · scale + offset, written as a normalization of mean 0 and variance 1. */
function byChannel(
  graph: OnnxGraph,
  sum: OnnxNode,
  {
    x,
    scale,
    offset,
    channels,
  }: { readonly x: string; readonly scale: number; readonly offset: number; readonly channels: number },
): void {
  const each = (value: number): string =>
    graph.withConstant(
      [channels],
      Array.from({ length: channels }, () => value),
    );
  sum.operation = "BatchNormalization";
  sum.inputs = [x, each(scale), each(offset), each(0), each(1)];
  sum.rest = floatAttributes({ epsilon: 0 });
}

function channelsInto(graph: OnnxGraph, convolution: OnnxNode): number {
  const [, ofGroup = 0] = partsOf(graph, convolution).shape;
  return ofGroup * (wholesOfAttribute(convolution, "group")[0] ?? 1);
}

interface Convolution {
  readonly shape: readonly number[];
  readonly weights: Float32Array;
  /** One for each output channel. */
  readonly biases: Float32Array;
}

/** @throws Error if the weights are not constant. */
function partsOf(graph: OnnxGraph, { inputs: [, weightsName, biasesName], output }: OnnxNode): Convolution {
  const weights = graph.constant(weightsName);
  const [channels = 0] = weights?.shape ?? [];
  const biases = biasesName === undefined ? new Float32Array(channels) : graph.constant(biasesName)?.values;
  if (!weights || !biases) throw new Error(`The weights of the convolution ${output} are not constant.`);
  return { shape: weights.shape, weights: weights.values, biases };
}

/** The number that a product or sum has beside another input. */
function constantOf(graph: OnnxGraph, { operation, inputs }: OnnxNode): number | undefined {
  if (operation !== "Mul" && operation !== "Add") return undefined;
  return inputs.map((name) => graph.scalar(name)).find((value) => value !== undefined);
}
