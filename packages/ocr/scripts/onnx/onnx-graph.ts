import {
  contentsOf,
  delimited,
  type Field,
  fieldsOf,
  float,
  messageOf,
  textsOf,
  whole,
  wholesOf,
} from "./wire-format.ts";

/** Numbers of fields in onnx.proto. */
const MODEL = { GRAPH: 7 } as const;
const GRAPH = { NODE: 1, INITIALIZER: 5, OUTPUT: 12, VALUE_INFO: 13 } as const;
const NODE = { INPUT: 1, OUTPUT: 2, OPERATION: 4, ATTRIBUTE: 5 } as const;
const ATTRIBUTE = { NAME: 1, FLOAT: 2, WHOLE: 3, TENSOR: 5, WHOLES: 8, TYPE: 20 } as const;
const TENSOR = { SHAPE: 1, TYPE: 2, NAME: 8, DATA: 9 } as const;
const VALUE = { NAME: 1 } as const;

/** Types of attributes and of numbers. */
const FLOAT = 1;
const TENSOR_VALUE = 4;

const CONSTANT = "Constant";

/** Constant 32-bit floating-point numbers. */
export interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** What computes `output` from `inputs`. */
export interface OnnxNode {
  operation: string;
  inputs: string[];
  output: string;
  /** Fields of onnx.proto's NodeProto besides those above. */
  rest: readonly Field[];
}

/** The operations of a model, which can be replaced. */
export class OnnxGraph {
  readonly #model: readonly Field[];
  readonly #rest: readonly Field[];
  readonly #constants = new Map<string, Weights>();
  /** Names that must stay: the graph's own outputs. */
  readonly #outputs: ReadonlySet<string>;
  #nodes: OnnxNode[];
  #added = 0;

  /** @throws Error if the file is no model. */
  constructor(file: Uint8Array) {
    this.#model = fieldsOf(file);
    const fields = contentsOf(this.#model, MODEL.GRAPH).flatMap(fieldsOf);
    const nodes = contentsOf(fields, GRAPH.NODE).map((content) => nodeOf(fieldsOf(content)));
    // The shapes of what was computed before may no longer be true.
    this.#rest = fields.filter(({ id }) => id !== GRAPH.NODE && id !== GRAPH.VALUE_INFO);
    this.#outputs = new Set(
      contentsOf(fields, GRAPH.OUTPUT).flatMap((value) => textsOf(fieldsOf(value), VALUE.NAME)),
    );
    for (const tensor of contentsOf(fields, GRAPH.INITIALIZER)) {
      const [name] = textsOf(fieldsOf(tensor), TENSOR.NAME);
      const weights = weightsOf(tensor);
      if (name !== undefined && weights) this.#constants.set(name, weights);
    }
    for (const node of nodes) {
      const [tensor] = contentsOf(attributeOf(node, "value"), ATTRIBUTE.TENSOR);
      const weights = node.operation === CONSTANT && tensor ? weightsOf(tensor) : undefined;
      if (weights) this.#constants.set(node.output, weights);
    }
    this.#nodes = nodes;
  }

  nodesOf(operation: string): readonly OnnxNode[] {
    return this.#nodes.filter((node) => node.operation === operation);
  }

  constant(name: string | undefined): Weights | undefined {
    return name === undefined ? undefined : this.#constants.get(name);
  }

  /** The value of a constant of one number. */
  scalar(name: string | undefined): number | undefined {
    const values = this.constant(name)?.values;
    return values?.length === 1 ? values[0] : undefined;
  }

  maker(name: string | undefined): OnnxNode | undefined {
    return this.#nodes.find(({ output }) => output === name);
  }

  users(name: string): readonly OnnxNode[] {
    return this.#nodes.filter(({ inputs }) => inputs.includes(name));
  }

  /** The only node that uses what this one computes. */
  onlyUser({ output }: OnnxNode): OnnxNode | undefined {
    const users = this.users(output);
    return users.length === 1 && !this.#outputs.has(output) ? users[0] : undefined;
  }

  /** Adds a constant and returns its name. */
  withConstant(shape: readonly number[], values: Iterable<number>): string {
    const name = `simplified.${this.#added++}`;
    this.#constants.set(name, { shape, values: Float32Array.from(values) });
    const tensor = tensorOf({ shape, values: Float32Array.from(values) });
    const attribute = messageOf([
      delimited(ATTRIBUTE.NAME, "value"),
      delimited(ATTRIBUTE.TENSOR, tensor),
      whole(ATTRIBUTE.TYPE, TENSOR_VALUE),
    ]);
    const rest = [delimited(NODE.ATTRIBUTE, attribute)];
    this.#nodes.unshift({ operation: CONSTANT, inputs: [], output: name, rest });
    return name;
  }

  remove(...nodes: readonly OnnxNode[]): void {
    this.#nodes = this.#nodes.filter((node) => !nodes.includes(node));
  }

  insertBefore(node: OnnxNode, added: OnnxNode): void {
    this.#nodes.splice(this.#nodes.indexOf(node), 0, added);
  }

  /** The model as a file, without constants that nothing uses. */
  file(): Uint8Array {
    const used = new Set([...this.#outputs, ...this.#nodes.flatMap(({ inputs }) => inputs)]);
    const nodes = this.#nodes.filter(({ operation, output }) => operation !== CONSTANT || used.has(output));
    const graph = [
      ...nodes.map((node) => delimited(GRAPH.NODE, messageOf(fieldsOfNode(node)))),
      ...this.#rest,
    ];
    const others = this.#model.filter(({ id }) => id !== MODEL.GRAPH);
    return messageOf([...others, delimited(MODEL.GRAPH, messageOf(graph))]);
  }
}

/** Whole numbers of an attribute of a node. */
export function wholesOfAttribute(node: OnnxNode, name: string): readonly number[] {
  const attribute = attributeOf(node, name);
  return [...wholesOf(attribute, ATTRIBUTE.WHOLE), ...wholesOf(attribute, ATTRIBUTE.WHOLES)];
}

/** Attributes of a node that are floating-point numbers. */
export function floatAttributes(values: Readonly<Record<string, number>>): readonly Field[] {
  return Object.entries(values).map(([name, value]) =>
    delimited(
      NODE.ATTRIBUTE,
      messageOf([
        delimited(ATTRIBUTE.NAME, name),
        float(ATTRIBUTE.FLOAT, value),
        whole(ATTRIBUTE.TYPE, FLOAT),
      ]),
    ),
  );
}

function attributeOf({ rest }: OnnxNode, name: string): readonly Field[] {
  return (
    contentsOf(rest, NODE.ATTRIBUTE)
      .map(fieldsOf)
      .find((fields) => textsOf(fields, ATTRIBUTE.NAME)[0] === name) ?? []
  );
}

function nodeOf(fields: readonly Field[]): OnnxNode {
  const [operation = ""] = textsOf(fields, NODE.OPERATION);
  const [output = "", ...others] = textsOf(fields, NODE.OUTPUT);
  if (others.length > 0) throw new Error(`The operation ${operation} has several outputs.`);
  const known: ReadonlySet<number> = new Set([NODE.INPUT, NODE.OUTPUT, NODE.OPERATION]);
  const rest = fields.filter(({ id }) => !known.has(id));
  return { operation, inputs: [...textsOf(fields, NODE.INPUT)], output, rest };
}

function fieldsOfNode({ operation, inputs, output, rest }: OnnxNode): readonly Field[] {
  return [
    ...inputs.map((name) => delimited(NODE.INPUT, name)),
    delimited(NODE.OUTPUT, output),
    delimited(NODE.OPERATION, operation),
    ...rest,
  ];
}

/** The numbers of a tensor, if they are 32-bit floating-point numbers in bytes. */
function weightsOf(tensor: Uint8Array): Weights | undefined {
  const fields = fieldsOf(tensor);
  const [data] = contentsOf(fields, TENSOR.DATA);
  if (!data || wholesOf(fields, TENSOR.TYPE)[0] !== FLOAT) return undefined;
  // A copy, because numbers in the file are not aligned.
  return { shape: wholesOf(fields, TENSOR.SHAPE), values: new Float32Array(Uint8Array.from(data).buffer) };
}

function tensorOf({ shape, values }: Weights): Uint8Array {
  return messageOf([
    ...shape.map((size) => whole(TENSOR.SHAPE, size)),
    whole(TENSOR.TYPE, FLOAT),
    delimited(TENSOR.DATA, new Uint8Array(values.buffer)),
  ]);
}
