import assert from "node:assert/strict";
import { test } from "node:test";
import { sentencesOf, textsOf } from "../tools/componentTexts.mjs";

test("texts in the markup of a component are found, and nothing else", () => {
  assert.deepEqual(textsOf("<p>Two words</p>"), ["Two words"]);
  assert.deepEqual(textsOf('<button title="Sort it" class="x">×</button>'), ["Sort it"]);
  assert.deepEqual(
    textsOf(
      '<script>const a = "Not this";</script><p title={texts.b}>{texts.a}, {x ? "no" : "t"}</p><style>p {}</style>',
    ),
    [],
  );
});

test("sentences in the strings of a module are found, but not names and faults of the program", () => {
  assert.deepEqual(sentencesOf('throw new Error("There is none.");'), ["There is none."]);
  assert.deepEqual(sentencesOf("const a = `Move ${n} does not fit`;"), ["Move  does not fit"]);
  assert.deepEqual(
    sentencesOf(
      '// As "Two words".\nconst a = "Enter", b = "main line"; throw new RangeError("Too long a text");',
    ),
    [],
  );
});
