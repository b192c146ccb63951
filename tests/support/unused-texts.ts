/** How keys of texts are put together; `*` stands for a part that the code fills in. */
export interface KeyRules {
  /** Groups of which each text has a code or a value: all that fits is said. */
  whole: readonly string[]
  /** Templates beside other texts of their group, with all the keys that they make. */
  partly: Readonly<Record<string, readonly string[]>>
  /** Groups whose names never stand in the code, as a code and its group come together from elsewhere. */
  codes: readonly string[]
}

/**
 * What does not fit between the texts, the code that says them, and the rules for keys that are put together.
 * @param keys of all texts
 * @param sources the text of each file that says some
 */
export function findUnused(keys: readonly string[], sources: Iterable<string>, rules: KeyRules) {
  const known = new Set(keys)
  const said = new Set<string>()
  const found = new Set<string>()
  for (const source of sources) {
    for (const [, key = ''] of source.matchAll(/['"`]([\w-]+(?:\.[\w-]+)+)['"`]/g)) said.add(key)
    for (const template of templatesIn(source)) {
      if (keys.some((key) => patternOf(template).test(key))) found.add(template)
    }
  }
  const { whole, partly, codes } = rules
  for (const key of Object.values(partly).flat()) said.add(key)
  const patterns = [...whole.map(patternOf), ...codes.map((group) => new RegExp(`^${group}\\.`))]
  const declared = [...whole, ...Object.keys(partly)]
  return {
    /** Keys that nothing says. */
    unused: [...known].filter((key) => !said.has(key) && !patterns.some((pattern) => pattern.test(key))),
    /** Templates in the code without a rule. */
    undeclared: [...found].filter((template) => !declared.includes(template)),
    /** Rules for what the code does not say, or that name other keys than theirs. */
    stale: [
      ...declared.filter((template) => !found.has(template)),
      ...Object.entries(partly).flatMap(([template, made]) =>
        made.filter((key) => !known.has(key) || !patternOf(template).test(key)),
      ),
    ],
  }
}

/** Literals that begin like a key, and those that a text is read by whatever they begin with. */
function templatesIn(source: string): string[] {
  const literals = [
    ...source.matchAll(/`((?:[\w-]+\.)+[\w-]*\$\{[^`]*)`/g),
    ...source.matchAll(/\bt\(\s*`(\$\{[^`]*)`/g),
  ]
  return literals.map(([, literal = '']) => literal.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '*'))
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`)
