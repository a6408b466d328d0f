/** A change to pdf.js's code: what stands in it exactly once, and what stands there afterwards. */
export interface Replacement {
  readonly why: string;
  readonly find: string;
  readonly replace: string;
}

/** Stands before `class Lexer`: what its quick ways through bytes that lie in memory need. */
const PLAIN_TOKENS = `const MAX_PLAIN_TOKEN = 127;
const RECENT_TOKENS = 1024;
const recentNames = new Array(RECENT_TOKENS).fill(null);
const recentWords = new Array(RECENT_TOKENS).fill(null);
function isToken(text, bytes, start, end) {
  if (text.length !== end - start) {
    return false;
  }
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) !== bytes[start + i]) {
      return false;
    }
  }
  return true;
}
function tokenOf(bytes, start, end) {
  let text = "";
  for (let i = start; i < end; i++) {
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}
function meaningOf(word) {
  switch (word) {
    case "true":
      return true;
    case "false":
      return false;
    case "null":
      return null;
  }
  return Cmd.get(word);
}
class Lexer {
  #plainName() {
    const { stream } = this;
    const { bytes, end, pos: start } = stream;
    let pos = start, hash = 0, ch;
    while (pos < end && !specialChars[ch = bytes[pos]]) {
      if (ch === 0x23) {
        return null;
      }
      hash = hash * 31 + ch & 0x3ffffff;
      pos++;
    }
    const slot = hash % RECENT_TOKENS;
    let name = recentNames[slot];
    if (name === null || !isToken(name.name, bytes, start, pos)) {
      if (pos - start > MAX_PLAIN_TOKEN) {
        return null;
      }
      name = Name.get(tokenOf(bytes, start, pos));
      recentNames[slot] = name;
    }
    stream.pos = pos;
    this.nextChar();
    return name;
  }
  #plainWord() {
    const { stream } = this;
    const { bytes, end } = stream;
    const start = stream.pos - 1;
    let pos = start, hash = 0, ch;
    while (pos < end && !specialChars[ch = bytes[pos]]) {
      hash = hash * 31 + ch & 0x3ffffff;
      pos++;
    }
    const slot = hash % RECENT_TOKENS;
    let word = recentWords[slot];
    if (word === null || !isToken(word.text, bytes, start, pos)) {
      if (pos - start > MAX_PLAIN_TOKEN) {
        return undefined;
      }
      const text = tokenOf(bytes, start, pos);
      if (text === "BI") {
        return undefined;
      }
      word = { text, meaning: meaningOf(text) };
      recentWords[slot] = word;
    }
    stream.pos = pos;
    this.nextChar();
    return word.meaning;
  }
  #plainNumber(first) {
    const { stream } = this;
    const { bytes, end } = stream;
    let pos = stream.pos, value = first - 0x30, divideBy = 0;
    while (pos < end) {
      const ch = bytes[pos];
      if (ch >= 0x30 && ch <= 0x39) {
        value = value * 10 + (ch - 0x30);
        if (divideBy !== 0) {
          divideBy *= 10;
        }
      } else if (ch === 0x2e && divideBy === 0) {
        divideBy = 1;
      } else if (ch === 0x2d) {
        return -1;
      } else {
        break;
      }
      pos++;
    }
    stream.pos = pos;
    this.nextChar();
    return divideBy === 0 ? value : value / divideBy;
  }
  #plainHexString() {
    const { stream } = this;
    const { bytes, end } = stream;
    let pos = stream.pos, ch = this.currentChar, high = -1, text = "";
    while (ch !== 0x3e) {
      const digit = toHexDigit(ch);
      if (digit === -1) {
        if (specialChars[ch] !== 1) {
          return null;
        }
      } else if (high === -1) {
        high = digit;
      } else {
        text += String.fromCharCode(high << 4 | digit);
        high = -1;
      }
      if (pos >= end) {
        return null;
      }
      ch = bytes[pos++];
    }
    stream.pos = pos;
    this.nextChar();
    return high === -1 ? text : text + String.fromCharCode(high << 4);
  }
  constructor(stream, knownCommands = null) {
    this.isPlain = stream.constructor === Stream;
`;

/** What takes pdf.js's core long, done at once or not at all; nothing that it reads is changed by it. */
export const SPEED_REPLACEMENTS: readonly Replacement[] = [
  {
    why: "names, words, numbers and hexadecimal strings of bytes in memory are read without an object for each byte",
    find: "class Lexer {\n  constructor(stream, knownCommands = null) {\n",
    replace: PLAIN_TOKENS,
  },
  {
    why: "plain numbers",
    find: "  getNumber() {\n    let ch = this.currentChar;\n",
    replace: `  getNumber() {
    let ch = this.currentChar;
    if (this.isPlain && ch >= 0x30 && ch <= 0x39) {
      const value = this.#plainNumber(ch);
      if (value !== -1) {
        return value;
      }
    }
`,
  },
  {
    why: "plain names",
    find: "  getName() {\n    let ch, previousCh;\n",
    replace: `  getName() {
    const name = this.isPlain ? this.#plainName() : null;
    if (name !== null) {
      return name;
    }
    let ch, previousCh;
`,
  },
  {
    why: "plain hexadecimal strings",
    find: "  getHexString() {\n",
    replace: `  getHexString() {
    const text = this.isPlain ? this.#plainHexString() : null;
    if (text !== null) {
      return text;
    }
`,
  },
  {
    why: "plain words",
    find: "    let str = String.fromCharCode(ch);\n    if (ch < 0x20 || ch > 0x7f) {\n      const nextCh = this.peekChar();\n",
    replace: `    if (this.isPlain && ch > 0x20 && ch < 0x7f && this.knownCommands === null) {
      const meaning = this.#plainWord();
      if (meaning !== undefined) {
        return meaning;
      }
    }
    let str = String.fromCharCode(ch);
    if (ch < 0x20 || ch > 0x7f) {
      const nextCh = this.peekChar();
`,
  },
  {
    why: "streams of objects are read from memory",
    find: "  fetchCompressed(ref, xrefEntry, suppressEncryption = false) {\n    const tableOffset = xrefEntry.offset;\n    const stream = this.fetch(Ref.get(tableOffset, 0));\n",
    replace: `  fetchCompressed(ref, xrefEntry, suppressEncryption = false) {
    const tableOffset = xrefEntry.offset;
    let stream = this.fetch(Ref.get(tableOffset, 0));
    if (stream instanceof DecodeStream) {
      const objects = stream.getBytes();
      stream = new Stream(objects, 0, objects.length, stream.dict);
    }
`,
  },
  {
    why: "character maps are read from memory",
    find: "      const parsedCMap = await parseCMap(new CMap(), new Lexer(encoding), fetchBuiltInCMap, useCMap);\n",
    replace: `      if (encoding instanceof DecodeStream) {
        const bytes = encoding.getBytes();
        encoding = new Stream(bytes, 0, bytes.length, encoding.dict);
      }
      const parsedCMap = await parseCMap(new CMap(), new Lexer(encoding), fetchBuiltInCMap, useCMap);
`,
  },
  {
    why: "references are found by their number",
    find: "  static get(num, gen) {\n    const str = gen === 0 ? `${num}R` : `${num}R${gen}`;\n    let ref = RefCache.get(str);\n    if (!ref) {\n      ref = new Ref(str, num, gen);\n      RefCache.set(str, ref);\n    }\n    return ref;\n",
    replace: `  static get(num, gen) {
    const known = gen === 0 ? refsByNumber.get(num) : undefined;
    if (known !== undefined) {
      return known;
    }
    const str = gen === 0 ? \`\${num}R\` : \`\${num}R\${gen}\`;
    let ref = RefCache.get(str);
    if (!ref) {
      ref = new Ref(str, num, gen);
      RefCache.set(str, ref);
    }
    if (gen === 0) {
      refsByNumber.set(num, ref);
    }
    return ref;
`,
  },
  {
    why: "references by number are forgotten with the others",
    find: "  NameCache.clear();\n  RefCache.clear();\n",
    replace: "  NameCache.clear();\n  RefCache.clear();\n  refsByNumber.clear();\n",
  },
  {
    why: "references by number",
    find: "const RefCache = new Map();\n",
    replace: "const RefCache = new Map();\nconst refsByNumber = new Map();\n",
  },
  {
    why: "ciphers, of which there is one for each string, share their tables",
    find: "class AESBaseCipher {\n  _s = new Uint8Array([",
    replace: "class AESBaseCipher {\n  static _s = new Uint8Array([",
  },
  {
    why: "ciphers share their tables",
    find: "  _inv_s = new Uint8Array([",
    replace: "  static _inv_s = new Uint8Array([",
  },
  {
    why: "ciphers share their tables",
    find: "  _mix = new Uint32Array([",
    replace: "  static _mix = new Uint32Array([",
  },
  {
    why: "ciphers share their tables",
    find: "  _mixCol = Uint8Array.from({\n",
    replace: "  static _mixCol = Uint8Array.from({\n",
  },
  {
    why: "ciphers share their tables",
    find: "  constructor() {\n    this.buffer = new Uint8Array(16);\n    this.bufferPosition = 0;\n  }\n  _expandKey(cipherKey) {",
    replace: `  constructor() {
    this._s = AESBaseCipher._s;
    this._inv_s = AESBaseCipher._inv_s;
    this._mix = AESBaseCipher._mix;
    this._mixCol = AESBaseCipher._mixCol;
    this.buffer = new Uint8Array(16);
    this.bufferPosition = 0;
  }
  _expandKey(cipherKey) {`,
  },
  {
    why: "ciphers share their tables",
    find: "class AES128Cipher extends AESBaseCipher {\n  _rcon = new Uint8Array([",
    replace: "class AES128Cipher extends AESBaseCipher {\n  static _rcon = new Uint8Array([",
  },
  {
    why: "ciphers share their tables",
    find: "    const rcon = this._rcon;\n",
    replace: "    const rcon = AES128Cipher._rcon;\n",
  },
  {
    why: "fonts are told apart by what they say only where two have one descriptor",
    find: "    if (descriptor) {\n      hash = new MurmurHash3_64();\n",
    replace: `    const isFirst = descriptor instanceof Dict && descriptor.hasFont !== true;
    if (isFirst) {
      descriptor.hasFont = true;
    }
    if (descriptor && !isFirst) {
      hash = new MurmurHash3_64();
`,
  },
  {
    why: "an encoding is gone through by its codes, which are few, and not by their names as properties",
    find: '    for (const charcode in encoding) {\n      let glyphName = encoding[charcode];\n      if (glyphName === "") {\n',
    replace: `    for (const charcode of encoding.length <= 0x10000 ? encoding.keys() : Object.keys(encoding)) {
      let glyphName = encoding[charcode];
      if (glyphName === "" || glyphName === undefined) {
`,
  },
  {
    why: "a code that stands for one unit, as nearly all do, takes no array",
    find: '          if (token.length % 2 !== 0) {\n            token = "\\u0000" + token;\n          }\n',
    replace: `          if (token.length === 2) {
            const unit = token.charCodeAt(0) << 8 | token.charCodeAt(1);
            if ((unit & 0xf800) !== 0xd800) {
              map.set(charCode, String.fromCharCode(unit));
              return;
            }
          }
          if (token.length % 2 !== 0) {
            token = "\\u0000" + token;
          }
`,
  },
  {
    why: "packaged character maps are kept from document to document: a few, of which most documents need two",
    find: "async function createBuiltInCMap(name, fetchBuiltInCMap) {\n",
    replace: `const MAX_BUILT_IN_CMAPS = 4;
const builtInCMaps = new Map();
function createBuiltInCMap(name, fetchBuiltInCMap) {
  const known = builtInCMaps.get(name);
  if (known) {
    return known;
  }
  const cMap = readBuiltInCMap(name, fetchBuiltInCMap);
  for (const oldest of builtInCMaps.keys()) {
    if (builtInCMaps.size < MAX_BUILT_IN_CMAPS) {
      break;
    }
    builtInCMaps.delete(oldest);
  }
  builtInCMaps.set(name, cMap);
  cMap.catch(() => builtInCMaps.delete(name));
  return cMap;
}
async function readBuiltInCMap(name, fetchBuiltInCMap) {
`,
  },
  {
    why: "what the codes of a packaged character map read as is found out once",
    find: "      const toUnicode = new CharCodeMap(),\n        buf = [];\n      properties.cMap.forEach((charcode, cid) => {\n",
    replace: `      const known = unicodeOfCMaps.get(properties.cMap);
      if (known?.ucs2CMap === ucs2CMap) {
        return known.toUnicode;
      }
      const toUnicode = new CharCodeMap(),
        buf = [];
      properties.cMap.forEach((charcode, cid) => {
`,
  },
  {
    why: "what the codes of a packaged character map read as is kept",
    find: "      return new ToUnicodeMap(toUnicode);\n    }\n    return new IdentityToUnicodeMap(properties.firstChar, properties.lastChar);\n",
    replace: `      const read = { ucs2CMap, toUnicode: new ToUnicodeMap(toUnicode) };
      unicodeOfCMaps.set(properties.cMap, read);
      return read.toUnicode;
    }
    return new IdentityToUnicodeMap(properties.firstChar, properties.lastChar);
`,
  },
  {
    why: "what the codes of character maps read as, for as long as they are kept",
    find: "class PartialEvaluator {\n",
    replace: "const unicodeOfCMaps = new WeakMap();\nclass PartialEvaluator {\n",
  },
];
