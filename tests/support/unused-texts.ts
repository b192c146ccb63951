/** How text keys are built; `*` stands for a part filled in by the code. */
interface KeyRules {
  /** Groups in which every text is used, by its code or value. */
  whole: readonly string[]
  /** Templates within a group that has other texts too, with all the keys they produce. */
  partly: Readonly<Record<string, readonly string[]>>
  /** Groups whose names never appear in the code, as code and group are combined elsewhere. */
  codes: readonly string[]
}

/**
 * Mismatches between the texts, the code that uses them, and the rules for built keys.
 * @param keys of all texts
 * @param sources the source of each file that uses texts
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
    /** Keys that nothing uses. */
    unused: [...known].filter((key) => !said.has(key) && !patterns.some((pattern) => pattern.test(key))),
    /** Templates in the code without a rule. */
    undeclared: [...found].filter((template) => !declared.includes(template)),
    /** Rules for templates that the code does not have, or with the wrong keys. */
    stale: [
      ...declared.filter((template) => !found.has(template)),
      ...Object.entries(partly).flatMap(([template, made]) =>
        made.filter((key) => !known.has(key) || !patternOf(template).test(key)),
      ),
    ],
  }
}

/** Literals that begin like a key, and those used to look up a text. */
function templatesIn(source: string): string[] {
  const literals = [
    ...source.matchAll(/`((?:[\w-]+\.)+[\w-]*\$\{[^`]*)`/g),
    ...source.matchAll(/\bt\(\s*`(\$\{[^`]*)`/g),
  ]
  return literals.map(([, literal = '']) => literal.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '*'))
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replaceAll('*', '[\\w-]+')}$`)
