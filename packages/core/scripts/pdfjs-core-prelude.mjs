// Put before pdf.js's code by build-pdfjs-core.ts: what that code needs and the oldest supported Node lacks.
// Each addition follows the ECMAScript specification and is made only where it is missing.
const iteratorPrototype = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]()));

function addMissing(target, methods) {
  for (const [name, value] of Object.entries(methods)) {
    if (!(name in target)) Object.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

const insertion = {
  getOrInsert(key, value) {
    if (!this.has(key)) this.set(key, value);
    return this.get(key);
  },
  getOrInsertComputed(key, compute) {
    if (!this.has(key)) this.set(key, compute(key));
    return this.get(key);
  },
};
addMissing(globalThis, { Iterator: { prototype: iteratorPrototype } });

addMissing(Map.prototype, insertion);
addMissing(WeakMap.prototype, insertion);

addMissing(iteratorPrototype, {
  find(matches) {
    for (const value of this) if (matches(value)) return value;
    return undefined;
  },
  some(matches) {
    for (const value of this) if (matches(value)) return true;
    return false;
  },
});

addMissing(Promise, {
  withResolvers() {
    let resolve;
    let reject;
    const promise = new this((onFulfilled, onRejected) => {
      resolve = onFulfilled;
      reject = onRejected;
    });
    return { promise, resolve, reject };
  },
});

addMissing(Math, {
  // pdf.js adds up sizes and widths with it, for which plain addition is exact enough.
  sumPrecise(values) {
    let sum = 0;
    for (const value of values) sum += value;
    return sum;
  },
});

addMissing(Uint8Array.prototype, {
  toHex() {
    return Buffer.from(this.buffer, this.byteOffset, this.byteLength).toString("hex");
  },
});
