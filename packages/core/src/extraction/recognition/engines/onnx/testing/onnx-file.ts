/** A value of an attribute of a node. */
export type Attribute = number | string | readonly number[] | { readonly float: number };

/** A node of a graph: what computes `output` from `inputs`. */
export interface OnnxNode {
  readonly operation: string;
  readonly inputs: readonly string[];
  readonly output: string;
  readonly attributes?: Readonly<Record<string, Attribute>>;
}

/** Constant numbers of a graph. */
export interface Constant {
  readonly name: string;
  readonly shape: readonly number[];
  /** 32-bit floating point, or 64-bit whole numbers if `whole` is set. */
  readonly values: readonly number[];
  readonly whole?: true;
}

/** A model with the input `x` and the output `y`, both of 32-bit numbers with four and `outputRank` dimensions. */
export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly constants: readonly Constant[];
  readonly outputRank: number;
}

const FLOAT = 1;
const INT64 = 7;
const IR_VERSION = 8;
const OPSET = 13;

/** Types of attributes in onnx.proto. */
const TYPE = { FLOAT: 1, INT: 2, STRING: 3, INTS: 7 } as const;

/** Writes a model as onnx.proto defines it, in the wire format of Protocol Buffers. */
export function onnxFile({ nodes, constants, outputRank }: OnnxGraph): Uint8Array {
  const graph = message(
    ...nodes.map((node) => field(1, nodeOf(node))),
    field(2, "graph"),
    ...constants.map((constant) => field(5, tensorOf(constant))),
    field(11, valueOf("x", 4)),
    field(12, valueOf("y", outputRank)),
  );
  const opset = message(field(1, ""), number(2, OPSET));
  return message(number(1, IR_VERSION), field(7, graph), field(8, opset));
}

function nodeOf({ operation, inputs, output, attributes = {} }: OnnxNode): Buffer {
  return message(
    ...inputs.map((name) => field(1, name)),
    field(2, output),
    field(4, operation),
    ...Object.entries(attributes).map(([name, value]) => field(5, attributeOf(name, value))),
  );
}

function attributeOf(name: string, value: Attribute): Buffer {
  if (typeof value === "number") return message(field(1, name), number(3, value), number(20, TYPE.INT));
  if (typeof value === "string") return message(field(1, name), field(4, value), number(20, TYPE.STRING));
  if ("float" in value) {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatLE(value.float);
    return message(
      field(1, name),
      Buffer.concat([Buffer.from([(2 << 3) | 5]), bytes]),
      number(20, TYPE.FLOAT),
    );
  }
  return message(field(1, name), ...value.map((each) => number(8, each)), number(20, TYPE.INTS));
}

function tensorOf({ name, shape, values, whole }: Constant): Buffer {
  const data = whole
    ? Buffer.from(BigInt64Array.from(values, BigInt).buffer)
    : Buffer.from(Float32Array.from(values).buffer);
  return message(
    ...shape.map((size) => number(1, size)),
    number(2, whole ? INT64 : FLOAT),
    field(8, name),
    field(9, data),
  );
}

function valueOf(name: string, rank: number): Buffer {
  const dimensions = Array.from({ length: rank }, (_, index) =>
    field(1, message(field(2, `${name}${index}`))),
  );
  const tensor = message(number(1, FLOAT), field(2, message(...dimensions)));
  return message(field(1, name), field(2, message(field(1, tensor))));
}

function message(...fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}

function field(id: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((id << 3) | 2), varint(bytes.length), bytes]);
}

function number(id: number, value: number): Buffer {
  return Buffer.concat([varint(id << 3), varint(value)]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}
