import { describe, expect, it } from 'vitest'
import { FEATURE_SIGNS } from '#server/domain/ranking/evidence/feature-names.rules'
import { TRAINED } from '#server/domain/ranking/evidence/model.rules'
import { FOLDS, foldOf } from '#scripts/ranking/folds'
import { examplesOf, train } from '#scripts/ranking/learning'
import { fit } from '#scripts/ranking/logistic'
import { trainingCases } from '#scripts/ranking/sources'

/** A tenth of the names, because all of them take half a minute. */
const some = (await trainingCases()).filter((_, at) => at % 10 === 0)
const QUICK = { seed: 'test', l2: 1e-4, steps: 20, rounds: 2 }
const examples = examplesOf(some, QUICK.seed)
const trained = train(examples, QUICK)

describe('training', () => {
  it('produces the same weights for the same names', () => {
    expect(train(examplesOf(some, QUICK.seed), QUICK)).toEqual(trained)
  })

  it('produces other names for another seed', () => {
    expect(examplesOf(some, 'other')).not.toEqual(examples)
  })

  it('lets no feature weigh in a senseless direction', () => {
    const { weights } = trained
    for (const [name, sign] of FEATURE_SIGNS) {
      if (sign !== 0) expect((weights[name] ?? 0) * sign, name).toBeGreaterThanOrEqual(0)
    }
  })

  it('finds what distinguishes right from wrong', () => {
    const of = [-1]
    const rows = [
      { at: [0], values: [1], of, label: 1 as const, weight: 1 },
      { at: [1], values: [1], of, label: 0 as const, weight: 1 },
    ]
    const { weights } = fit(rows, { l2: 1e-4, steps: 200, signs: [0, 0] })
    expect(weights[0]).toBeGreaterThan(1)
    expect(weights[1]).toBeLessThan(-1)
  })

  it('keeps all books of an author in one fold', async () => {
    const authors = new Set((await trainingCases()).map(({ wanted }) => wanted.author ?? ''))
    const folds = new Set([...authors].map(foldOf))
    expect(folds.size).toBe(FOLDS)
  })
})

describe('the shipped weights', () => {
  it('cover every feature and no other', () => {
    expect(Object.keys(TRAINED.weights).sort()).toEqual([...FEATURE_SIGNS.keys()].sort())
  })

  it('keep the sign of each feature', () => {
    for (const [name, sign] of FEATURE_SIGNS) {
      if (sign !== 0) expect((TRAINED.weights[name] ?? 0) * sign, name).toBeGreaterThanOrEqual(0)
    }
  })
})
