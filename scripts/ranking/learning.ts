import { FEATURE_SIGNS } from '#server/domain/ranking/evidence/feature-names.rules'
import type { Fact } from '#server/domain/ranking/evidence/feature-names.rules'
import type { Model } from '#server/domain/ranking/evidence/model.rules'
import { bareRelease } from '#scripts/lib/eval-cases'
import type { EvalCase, EvalWanted } from '#scripts/lib/eval-cases'
import { bookKey, assessBy, placesIn } from './books'
import type { Fitted, Row, Sparse } from './logistic'
import { fit, logitsOfPlace } from './logistic'
import { randomOf } from './random'
import { madeNames, namesWithNarrator, poolOf } from './synthetic'
import { VARIANTS } from './variants'

/** A name with all places where the wanted title may be in it. */
export interface Example {
  author: string
  label: 0 | 1
  weight: number
  places: readonly Sparse[]
}

export interface Settings {
  seed: string
  l2: number
  steps: number
  /** How many times to choose the likeliest place of each name by the weights so far. */
  rounds: number
}

export const SETTINGS: Settings = { seed: 'earmark', l2: 1e-4, steps: 200, rounds: 2 }

const JUDGED_WEIGHT = 3
const VARIANT_WEIGHT = 0.6
/** How many harmless changes to apply to each right name, and how far apart they are in their list. */
const VARIANTS_OF_EACH = 8
const VARIANT_STEP = 3
const MADE_RIGHT_WEIGHT = 0.5
/** Higher, because a wrong book costs more than a right one that is not listed. */
const MADE_WRONG_WEIGHT = 1
/**
 * High enough to learn what a known narrator means, and too low to change what is learnt from other names.
 */
const NARRATOR_WEIGHT = 0.02
/** Classes that other rules context, by words that the scorer does not read. */
const NOT_OF_WORDS = new Set(['abridged', 'dramatised', 'language', 'part', 'video', 'pack'])

const NAMES = [...FEATURE_SIGNS.keys()]
const INDEX = new Map(NAMES.map((name, at) => [name, at]))
const SIGNS = [...FEATURE_SIGNS.values()]
/** A model that accepts every place, so that only the other rules reject. */
const ACCEPT_ALL: Model = { bias: 10, weights: {} }

/**
 * Examples from judged names, from harmless changes to the right ones, and from names generated for their
 * books.
 */
export function examplesOf(cases: readonly EvalCase[], seed: string): Example[] {
  const examples: Example[] = []
  const add = (
    title: string,
    wanted: EvalWanted,
    same: boolean,
    weight: number,
    narrators: readonly string[] = [],
  ) => {
    const example = exampleOf(title, wanted, same, weight, narrators)
    if (example) examples.push(example)
  }
  const pool = poolOf(cases)
  const made = new Set<string>()
  for (const { release, wanted, isSameBook, class: kind } of cases) {
    if (isSameBook === null) continue
    if (!NOT_OF_WORDS.has(kind)) add(release.title, wanted, isSameBook, JUDGED_WEIGHT)
    const random = randomOf(`${seed} ${release.title}`)
    if (isSameBook) {
      const from = Math.floor(random() * VARIANTS.length)
      for (let at = 0; at < VARIANTS_OF_EACH; at++) {
        const variant = VARIANTS[(from + at * VARIANT_STEP) % VARIANTS.length]
        if (variant) add(variant.apply(release.title, wanted, random), wanted, true, VARIANT_WEIGHT)
      }
    }
    const key = bookKey(wanted)
    if (made.has(key)) continue
    made.add(key)
    for (const { title, same } of madeNames(wanted, pool, random)) {
      add(title, wanted, same, same ? MADE_RIGHT_WEIGHT : MADE_WRONG_WEIGHT)
    }
    for (const { title, same, narrator } of namesWithNarrator(
      wanted,
      pool,
      randomOf(`${seed} read ${key}`),
    )) {
      add(title, wanted, same, NARRATOR_WEIGHT, [narrator])
    }
  }
  return examples
}

/**
 * Null if there is nothing to learn from the words: the title is not there, or another rule rejects a wrong
 * name anyway.
 */
function exampleOf(
  title: string,
  wanted: EvalWanted,
  same: boolean,
  weight: number,
  narrators: readonly string[],
): Example | null {
  const places = placesIn(title, wanted, narrators)
  if (places.length === 0) return null
  if (!same) {
    const { verdict } = assessBy(ACCEPT_ALL, wanted, bareRelease(title), narrators)
    if (!verdict.accepted) return null
  }
  const label = same ? 1 : 0
  return { author: wanted.author ?? '', label, weight, places: places.map(({ facts }) => sparseOf(facts)) }
}

function sparseOf(facts: readonly Fact[]): Sparse {
  const chunks = [...new Set(facts.map(({ chunk }) => chunk).filter((chunk) => chunk !== null))]
  return {
    at: facts.map(({ name }) => INDEX.get(name) ?? -1),
    values: facts.map(({ value }) => value),
    of: facts.map(({ chunk }) => (chunk ? chunks.indexOf(chunk) : -1)),
  }
}

/** Learns weights. Only the likeliest place of each name counts, by the weights of the previous round. */
export function train(examples: readonly Example[], { l2, steps, rounds }: Settings = SETTINGS): Model {
  let fitted: Fitted | undefined
  for (let round = 0; round < rounds; round++) {
    const rows = merged(examples.map((example) => rowOf(example, fitted)))
    fitted = fit(rows, { l2, steps, signs: SIGNS }, fitted)
  }
  if (!fitted) throw new Error('Training needs at least one round')
  const { bias, weights } = fitted
  return {
    bias: rounded(bias),
    weights: Object.fromEntries(NAMES.map((name, at) => [name, rounded(weights[at] ?? 0)])),
  }
}

const rounded = (weight: number) => Math.round(weight * 1000) / 1000 + 0

function rowOf({ places, label, weight }: Example, fitted: Fitted | undefined): Row {
  let best: Sparse | undefined
  let most = -Infinity
  for (const place of places) {
    const sum = logitsOfPlace(place, fitted ?? { bias: 0, weights: SIGNS })
    if (sum <= most) continue
    most = sum
    best = place
  }
  if (!best) throw new Error('An example has no place')
  return { ...best, label, weight }
}

/** Merges rows with the same facts and label into one with the sum of their weights. */
function merged(rows: readonly Row[]): Row[] {
  const known = new Map<string, Row>()
  for (const row of rows) {
    const key = `${String(row.label)} ${row.at.join()} ${row.values.join()} ${row.of.join()}`
    const same = known.get(key)
    if (same) same.weight += row.weight
    else known.set(key, { ...row })
  }
  return [...known.values()]
}
