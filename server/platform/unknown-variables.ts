import { variables, type Variable } from './config'

const ALL = Object.values<Variable<unknown>>(variables)
const KNOWN = ALL.map(({ name }) => name)

/** The names of variables with a secret, each of which may be in a file instead. */
export const SECRETS: readonly string[] = ALL.filter(({ secret }) => secret).map(({ name }) => name)

/** Names shown of another program's variables. */
const SHOWN = 3

/**
 * What an environment contains in vain: misspelt variables, and those of AudioBookRequest.
 * @returns a sentence each, for whoever runs the server.
 */
export function unknownVariables(environment: Record<string, string | undefined>): string[] {
  const names = Object.keys(environment).toSorted()
  const known = new Set([...KNOWN, ...SECRETS.map((name) => `${name}_FILE`)])
  const unknown = names
    .filter((name) => name.startsWith('SVC_') && !known.has(name))
    .map((name) => `${name} is not a setting of Earmark and has no effect.${suggestionFor(name)}`)
  const foreign = names.filter((name) => name.startsWith('ABR_'))
  if (foreign.length === 0) return unknown
  const more = foreign.length > SHOWN ? ` and ${foreign.length - SHOWN} more` : ''
  return [
    ...unknown,
    `Earmark does not read the variables of AudioBookRequest (${foreign.slice(0, SHOWN).join(', ')}${more}): its own begin with SVC_, and the README lists them.`,
  ]
}

function suggestionFor(name: string): string {
  const file = name.endsWith('_FILE') ? KNOWN.find((known) => name === `${known}_FILE`) : undefined
  if (file !== undefined) return ` Only secrets can be in a file: set ${file} itself.`
  const [nearest] = KNOWN.map((known) => ({ known, distance: distanceOf(name, known) })).toSorted(
    (one, other) => one.distance - other.distance,
  )
  // Farther ones look like another setting, not like a slip.
  return nearest && nearest.distance <= name.length / 3 ? ` Did you mean ${nearest.known}?` : ''
}

/** Changes of single characters that lead from one text to another (Levenshtein), at most of a name's length. */
function distanceOf(one: string, other: string): number {
  const [from, to] = [one.slice(0, 60), other]
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let at = 1; at <= from.length; at += 1) {
    const next = [at]
    for (let place = 1; place <= to.length; place += 1) {
      const replaced = (row[place - 1] ?? 0) + (from[at - 1] === to[place - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
