// What the page calls the parameters of games, players and learners, and their values. The server has
// the names of the command line; one that is a word of its own needs no label here.

const LABELS: Readonly<Record<string, string>> = {
  c: "exploration",
  fold: "merge symmetric positions",
  fpu: "value of new moves",
  gumbel: "Gumbel moves",
  k: "in a row",
  m: "columns",
  mb: "memory in MB",
  n: "rows",
  order: "move ordering",
  reuse: "keep the tree",
  sims: "simulations",
  tiebreak: "full board",
  vcf: "search for fours",
  vcf_depth: "fours in a row",
};

const VALUES: Readonly<Record<string, string>> = {
  "tiebreak none": "draw",
  "tiebreak boards": "most boards win",
};

/** Where the number comes first. */
const PHRASES: Readonly<Record<string, (value: string) => string>> = {
  games: (value) => `${value} games`,
  mb: (value) => `${value} MB`,
  sims: (value) => `${value} simulations`,
};

/** The name of a parameter: "in a row" for k. */
export function parameterLabel(name: string): string {
  return LABELS[name] ?? name.replaceAll("_", " ");
}

/** A choice of a parameter. */
export function valueLabel(name: string, value: string): string {
  return VALUES[`${name} ${value}`] ?? value;
}

/** A parameter with its value: "20 simulations", "depth 6", "no move ordering". */
export function parameterText(name: string, value: string): string {
  const label = parameterLabel(name);
  if (value === "true") return label;
  if (value === "false") return `no ${label}`;
  return PHRASES[name]?.(value) ?? `${label} ${valueLabel(name, value)}`;
}
