// QR codes of short texts, such as links: ISO/IEC 18004, byte mode, error correction level M (15 % of
// the code may be unreadable), versions 1 to 10, which is up to 213 bytes.
//
// The steps have the numbers of the standard's overview: data codewords, Reed-Solomon codewords,
// placement, masking, format information.

/** By version, from 1: error correction codewords of a block, and the number of blocks, at level M. */
const BLOCKS = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
] as const;
const LARGEST = BLOCKS.length;
const BYTE_MODE = 0b0100;
const LEVEL_M = 0b00;
const PAD = [0xec, 0x11];

/** The rows of the code, true for dark; without the quiet zone, 4 modules that must stay light around. */
export function encodeQr(text: string): boolean[][] {
  const bytes = new TextEncoder().encode(text);
  for (let version = 1; version <= LARGEST; version++) {
    const base = new Matrix(version);
    const [correction, blocks] = BLOCKS[version - 1]!;
    const codewords = base.freeModules >> 3;
    const capacity = codewords - correction * blocks;
    const data = dataCodewords(bytes, version, capacity);
    if (!data) continue;
    base.place(interleave(data, correction, blocks, codewords));
    const masked = MASKS.map((_, mask) => base.masked(mask));
    return masked.reduce((best, one) => (penalty(one) < penalty(best) ? one : best));
  }
  throw new RangeError("The text is too long for a QR code.");
}

/** 1. Mode, length, bytes, terminator and padding; null if they do not fit. */
function dataCodewords(bytes: Uint8Array, version: number, capacity: number): number[] | null {
  const bits: number[] = [];
  const add = (value: number, length: number) => {
    for (let bit = length - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  add(BYTE_MODE, 4);
  add(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) add(byte, 8);
  if (bits.length > capacity * 8) return null;
  add(0, Math.min(4, capacity * 8 - bits.length));
  add(0, (8 - (bits.length % 8)) % 8);
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit) => (word << 1) | bit, 0));
  for (let at = 0; words.length < capacity; at++) words.push(PAD[at % 2]!);
  return words;
}

/** 2. Splits the data into blocks, adds the correction of each, and takes one codeword of each in turn. */
function interleave(
  data: number[],
  correction: number,
  blocks: number,
  codewords: number,
): number[] {
  const shortLength = Math.floor(codewords / blocks) - correction;
  const long = codewords % blocks; // the last blocks have one codeword more
  const parts: number[][] = [];
  let at = 0;
  for (let block = 0; block < blocks; block++) {
    const length = shortLength + (block >= blocks - long ? 1 : 0);
    parts.push(data.slice(at, at + length));
    at += length;
  }
  const corrections = parts.map((part) => reedSolomon(part, correction));
  const turns = (columns: number[][]) =>
    Array.from({ length: Math.max(...columns.map((column) => column.length)) }, (_, row) =>
      columns.flatMap((column) => column.slice(row, row + 1)),
    ).flat();
  return [...turns(parts), ...turns(corrections)];
}

// The field GF(2^8) with x^8 + x^4 + x^3 + x^2 + 1: powers of its generator 2, and their logarithms.
const POWERS: number[] = [];
const LOGARITHMS: number[] = [];
for (let exponent = 0, value = 1; exponent < 255; exponent++) {
  POWERS[exponent] = value;
  LOGARITHMS[value] = exponent;
  value = value << 1 > 255 ? (value << 1) ^ 0x11d : value << 1;
}

function multiply(a: number, b: number): number {
  return a && b ? POWERS[(LOGARITHMS[a]! + LOGARITHMS[b]!) % 255]! : 0;
}

/** The remainder of data · x^degree by the generator (x - 2^0)(x - 2^1) … (x - 2^(degree-1)). */
export function reedSolomon(data: readonly number[], degree: number): number[] {
  // Coefficients without the leading 1, the highest first.
  let generator = [1];
  for (let root = 0; root < degree; root++) {
    const factor = POWERS[root]!;
    const product = [...generator, 0];
    generator.forEach((value, at) => (product[at + 1]! ^= multiply(value, factor)));
    generator = product;
  }
  const divisor = generator.slice(1);
  let remainder = new Array<number>(degree).fill(0);
  for (const word of data) {
    const lead = word ^ remainder[0]!;
    remainder = [...remainder.slice(1), 0].map((value, at) => value ^ multiply(divisor[at]!, lead));
  }
  return remainder;
}

const MASKS: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** 3. The modules: function patterns first, then the codewords around them. */
class Matrix {
  readonly size: number;
  readonly #version: number;
  readonly #dark: boolean[][];
  /** Where data goes, and so the mask. */
  readonly #free: boolean[][];

  constructor(version: number) {
    this.#version = version;
    this.size = 17 + 4 * version;
    this.#dark = square(this.size, false);
    this.#free = square(this.size, true);
    const last = this.size - 7;
    for (const [row, column] of [
      [0, 0],
      [0, last],
      [last, 0],
    ] as const)
      this.#finder(row, column);
    for (let at = 8; at < this.size - 8; at++) {
      this.#set(6, at, at % 2 === 0);
      this.#set(at, 6, at % 2 === 0);
    }
    const centres = alignmentCentres(version);
    const end = centres.at(-1)!;
    for (const row of centres)
      for (const column of centres) {
        const inFinder = row === 6 ? column === 6 || column === end : row === end && column === 6;
        if (!inFinder) this.#alignment(row, column);
      }
    this.#formatModules(this.#dark, 0); // keeps their place
    this.#versionModules();
  }

  get freeModules(): number {
    return this.#free.flat().filter(Boolean).length;
  }

  /** Fill pairs of columns from the right, upwards and downwards in turn; bits that remain are light. */
  place(codewords: readonly number[]): void {
    let bit = 0;
    let upwards = true;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the column of the timing pattern
      for (let step = 0; step < this.size; step++) {
        const row = upwards ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (!this.#free[row]![column]) continue;
          this.#dark[row]![column] = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
          bit++;
        }
      }
      upwards = !upwards;
    }
  }

  /** 4. and 5. The code with a mask over its data, and with the format information that names it. */
  masked(mask: number): boolean[][] {
    const hidden = MASKS[mask]!;
    const rows = this.#dark.map((line, row) =>
      line.map((dark, column) => (this.#free[row]![column] ? dark !== hidden(row, column) : dark)),
    );
    this.#formatModules(rows, mask);
    return rows;
  }

  #set(row: number, column: number, dark: boolean): void {
    this.#dark[row]![column] = dark;
    this.#free[row]![column] = false;
  }

  /** A square in a frame, and the light separator around. */
  #finder(top: number, left: number): void {
    for (let row = -1; row <= 7; row++)
      for (let column = -1; column <= 7; column++) {
        const [y, x] = [top + row, left + column];
        if (y < 0 || x < 0 || y >= this.size || x >= this.size) continue;
        const ring = Math.max(Math.abs(row - 3), Math.abs(column - 3));
        this.#set(y, x, ring !== 2 && ring !== 4);
      }
  }

  #alignment(row: number, column: number): void {
    for (let y = -2; y <= 2; y++)
      for (let x = -2; x <= 2; x++)
        this.#set(row + y, column + x, Math.max(Math.abs(y), Math.abs(x)) !== 1);
  }

  /** Two copies of the level and the mask, and the module that is always dark. */
  #formatModules(rows: boolean[][], mask: number): void {
    const bits = formatBits(mask);
    const end = this.size - 1;
    for (let bit = 0; bit < 15; bit++) {
      const dark = ((bits >> bit) & 1) === 1;
      // Down the column 8, and along the row 8 from the right; both skip the timing pattern.
      const places = [
        [bit < 6 ? bit : bit < 8 ? bit + 1 : end - 14 + bit, 8],
        [8, bit < 8 ? end - bit : bit === 8 ? 7 : 14 - bit],
      ] as const;
      for (const [row, column] of places) {
        rows[row]![column] = dark;
        this.#free[row]![column] = false;
      }
    }
    rows[end - 7]![8] = true;
    this.#free[end - 7]![8] = false;
  }

  /** From version 7 on the code says which it is, twice. */
  #versionModules(): void {
    if (this.#version < 7) return;
    const bits = (this.#version << 12) | remainder(this.#version << 12, 0x1f25);
    for (let bit = 0; bit < 18; bit++) {
      const dark = ((bits >> bit) & 1) === 1;
      const [long, short] = [Math.floor(bit / 3), this.size - 11 + (bit % 3)];
      this.#set(long, short, dark);
      this.#set(short, long, dark);
    }
  }
}

function square(size: number, value: boolean): boolean[][] {
  return Array.from({ length: size }, () => new Array<boolean>(size).fill(value));
}

/** Rows and columns of the centres of alignment patterns. */
function alignmentCentres(version: number): number[] {
  if (version === 1) return [];
  const last = 4 * version + 10;
  return version < 7 ? [6, last] : [6, (6 + last) / 2, last];
}

/** The format information of level M and a mask: 5 bits, 10 of a BCH code, and a mask of its own. */
export function formatBits(mask: number): number {
  const data = ((LEVEL_M << 3) | mask) << 10;
  return (data | remainder(data, 0x537)) ^ 0x5412;
}

/** The remainder of polynomials whose coefficients are bits. */
function remainder(value: number, divisor: number): number {
  const degree = (number: number) => 31 - Math.clz32(number);
  while (value && degree(value) >= degree(divisor))
    value ^= divisor << (degree(value) - degree(divisor));
  return value;
}

// Dark and light as a finder pattern has them, with four light modules on one side.
const FINDER_LIKE = ["10111010000", "00001011101"];

/** How hard a masked code is to read: long runs, blocks, what looks like a finder, uneven colours. */
function penalty(rows: boolean[][]): number {
  const size = rows.length;
  const lines = [...rows, ...rows.map((_, column) => rows.map((line) => line[column]!))];
  let points = 0;
  for (const line of lines) {
    const text = line.map((dark) => (dark ? "1" : "0")).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    for (const pattern of FINDER_LIKE)
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + 1))
        points += 40;
  }
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const dark = rows[row]![column];
      const same = (y: number, x: number) => rows[row - y]![column - x] === dark;
      if (same(1, 0) && same(0, 1) && same(1, 1)) points += 3;
    }
  const share = rows.flat().filter(Boolean).length / size ** 2;
  return points + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}

/** The dark modules as the path of an SVG, one unit each, runs in a row as one rectangle. */
export function qrPath(rows: boolean[][]): string {
  return rows
    .flatMap((line, row) =>
      [
        ...line
          .map((dark) => (dark ? "1" : "0"))
          .join("")
          .matchAll(/1+/g),
      ].map(({ index, 0: run }) => `M${index} ${row}h${run.length}v1h-${run.length}z`),
    )
    .join("");
}
