// @ts-check

/** @typedef {{ optional?: boolean, engines?: { node?: string } }} Locked */

const VERSION = /^(\^|>=|>|~)?\s*v?(\d+)(?:\.(\d+|x|\*))?(?:\.(\d+|x|\*))?$/

/**
 * The packages of a lockfile that refuse a version of Node which its project promises. npm leaves out optional ones that
 * do, without a word.
 * @param {Record<string, Locked>} packages by path; that of the project is empty.
 * @returns {{ name: string, needs: string, version: string }[]}
 */
export function refusing(packages) {
  const promised = packages['']?.engines?.node
  if (promised === undefined) return []
  const versions = promised.split('||').map((range) => lowestOf(range))
  return Object.entries(packages).flatMap(([name, { optional, engines }]) => {
    const needs = engines?.node
    if (needs === undefined || optional === true) return []
    return versions
      .filter((version) => !allows(needs, version))
      .map((version) => ({ name, needs, version: version.join('.') }))
  })
}

/**
 * Whether a range of versions includes one: alternatives of comparators as packages use them for Node.
 * @param {string} range
 * @param {readonly number[]} version
 */
export function allows(range, version) {
  return range.split('||').some((all) =>
    all
      .trim()
      .replaceAll(/(\^|[<>]=?|~)\s+/g, '$1')
      .split(/\s+/)
      .every((one) => one === '' || one === '*' || matches(one, version)),
  )
}

/**
 * @param {string} comparator
 * @param {readonly number[]} version
 */
function matches(comparator, version) {
  const below = /^<(=)?(.+)$/.exec(comparator)
  if (below) {
    const order = compare(version, lowestOf(below[2] ?? ''))
    return order < 0 || (below[1] !== undefined && order === 0)
  }
  const lowest = lowestOf(comparator)
  const sign = VERSION.exec(comparator)?.[1]
  const order = compare(version, lowest)
  if (sign === '>') return order > 0
  if (sign === '>=') return order >= 0
  return (
    order >= 0 &&
    version[0] === lowest[0] &&
    (sign === '^' || version[1] === lowest[1] || isMajor(comparator))
  )
}

/** @param {string | undefined} part */
const isAny = (part) => part === undefined || part === 'x' || part === '*'

/** @param {string} comparator */
const isMajor = (comparator) => /^\D?\d+(\.[x*])*$/.test(comparator)

/**
 * The lowest version that a comparator allows.
 * @param {string} comparator
 * @throws for a form that it does not know.
 */
function lowestOf(comparator) {
  const parts = VERSION.exec(comparator.trim())
  if (!parts) throw new Error(`Unknown range of versions: ${comparator}`)
  return [parts[2], parts[3], parts[4]].map((part) => (isAny(part) ? 0 : Number(part)))
}

/**
 * @param {readonly number[]} one
 * @param {readonly number[]} other
 */
function compare(one, other) {
  const at = [0, 1, 2].find((part) => one[part] !== other[part])
  return at === undefined ? 0 : (one[at] ?? 0) - (other[at] ?? 0)
}
