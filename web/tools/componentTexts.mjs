// The texts in the markup of a Svelte component that people would read.

const CODE = /<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->|&\w+;/g;
const BETWEEN_TAGS = />([^<>]*)</g;
const ATTRIBUTES = /\s(?:aria-label|aria-valuetext|title|placeholder|alt)="([^"]*)"/g;
/** Two letters in a row: signs and symbols are the same in all languages. */
const WORD = /\p{L}{2}/u;

/** The texts of a component; what is in {…} is not one of them. */
export function textsOf(component) {
  const markup = withoutExpressions(component.replace(CODE, ""));
  const between = [...markup.matchAll(BETWEEN_TAGS)];
  const attributes = [...markup.matchAll(ATTRIBUTES)];
  return [...between, ...attributes]
    .map(([, text]) => text.trim())
    .filter((text) => WORD.test(text));
}

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/\s.*$/gm;
const STRINGS = /"([^"\n]*)"|`([^`]*)`/g;
/** Faults of the program, which nobody reads on the page. */
const INTERNAL = /RangeError\([^;]*;/g;
/** A sentence: a capital letter, and another word. */
const SENTENCE = /^\p{Lu}\p{Ll}+[ ,].*\p{Ll}{2}/u;

/** The sentences in the strings of a module, or of a component's script. */
export function sentencesOf(code) {
  const found = code.replace(COMMENTS, "").replace(INTERNAL, "").matchAll(STRINGS);
  return [...found]
    .map(([, plain, template]) => plain ?? withoutExpressions(template.replaceAll("${", "{")))
    .filter((text) => SENTENCE.test(text.trim()));
}

function withoutExpressions(markup) {
  let kept = "";
  let depth = 0;
  for (const character of markup) {
    if (character === "{") depth += 1;
    else if (character === "}") depth -= 1;
    else if (depth === 0) kept += character;
  }
  return kept;
}
