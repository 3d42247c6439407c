import assert from "node:assert/strict";
import { test } from "node:test";
import { encodeQr, formatBits, qrPath, reedSolomon } from "../src/lib/play/qrCode";

// Rows in hexadecimal, the first module in the highest bit. Another encoder makes the same codes with
// these masks.
const LINK = `
  1fd56977f 104f1bd41 174e9095d 17576d75d 175247f5d 105c16141 1fd55557f 001f78d00 117c1e8f9
  0ebaf1b0f 06fd28f0a 08b26ce83 096fc50fb 0d1092b0c 105d9a31a 1fbe8bf80 08c1ac8d6 14b13df0e
  14c7e420a 0a14a2541 03c3f06db 18af4f30e 037ca5e42 0298fcf81 1f54ca9f4 001bb5116 1fd529d5a
  104affb1a 1752871fb 174e92cde 174c162fc 104a0fd20 1fd9e891d`;
const LONG = `
  1fcbea106917f 1040634ac8741 175831f53e35d 17542e906ba5d 175becfec185d 1057064794c41
  1fd555555557f 0012ac453e700 17c6877c6b17c 1cad12fac18ce 0fde089f94e9b 189cb5253e731
  1c78b4706b164 1026cb5ac18ce 144591cf94e9b 12a44b6686731 04d243b13f164 102182db958ce
  14639c8d78e9b 101e752d3e731 0bc94b746b164 1e941adec18ce 07f08cff94ffb 1910a9c53e711
  015b27d46b354 19150646c191e 0ff7607f94dfb 182d49413e591 0adafe946b234 1084c4a2c1a6e
  17c66a4b94dcb 0b1e64ec6a590 0b460ba6c3235 17910af069a6e 1fd2089ac0dcb 0c27214d3e591
  15f653a46b234 0b2db6b2c1a6e 08f5205b94dcb 0e379d4d3e591 1c6c6ffc6b3f4 00117ac6c1b1e
  1fcd10d794f5b 1056d1c53e711 175d447c6b1f4 17586f62c193d 175779fb94c68 104eaf92866c1
  1fd137093f397`;

function rowsOf(text: string): boolean[][] {
  const rows = text.trim().split(/\s+/);
  return rows.map((row) =>
    [...BigInt(`0x${row}`).toString(2).padStart(rows.length, "0")].map((bit) => bit === "1"),
  );
}

test("codes are those of another encoder", () => {
  assert.deepEqual(encodeQr("http://192.168.0.7:8000/games/abcDEF_-12345678"), rowsOf(LINK));
  assert.deepEqual(encodeQr("x".repeat(130)), rowsOf(LONG)); // version 8: four blocks, its number
});

test("the version grows with the text, and has an end", () => {
  // The capacities of the standard for bytes at level M.
  for (const [at, most] of [14, 26, 42, 62, 84, 106, 122, 152, 180, 213].entries()) {
    assert.equal(encodeQr("x".repeat(most)).length, 21 + 4 * at);
    if (at < 9) assert.equal(encodeQr("x".repeat(most + 1)).length, 25 + 4 * at);
  }
  assert.throws(() => encodeQr("x".repeat(214)), RangeError);
  assert.equal(encodeQr("五".repeat(5)).length, 25); // 15 bytes of UTF-8
});

test("codewords and format information are those of the standard's examples", () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(reedSolomon(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
  assert.equal(formatBits(0), 0b101010000010010);
  assert.equal(formatBits(5), 0b100000011001110);
});

test("the path has every dark module once", () => {
  const rows = encodeQr("inarow");
  const drawn = rows.map((row) => row.map(() => false));
  for (const [, x, y, width] of qrPath(rows).matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = 0; at < Number(width); at++) {
      assert.equal(drawn[Number(y)]![Number(x) + at], false);
      drawn[Number(y)]![Number(x) + at] = true;
    }
  }
  assert.deepEqual(drawn, rows);
});
