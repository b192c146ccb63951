import type { Model } from '#server/domain/ranking/evidence/model.rules'
import { compareKeys, sortKeys } from '#server/domain/ranking/order.rules'
import type { AssessedRelease } from '#server/domain/ranking/verdict.rules'
import { bareRelease } from '#scripts/lib/eval-cases'
import type { EvalCase, EvalWanted } from '#scripts/lib/eval-cases'
import { bookKey, assessBy } from './books'
import { randomOf } from './random'
import { VARIANTS } from './variants'

/** One name with its correct and its actual verdict. */
export interface Outcome {
  entry: EvalCase
  expected: boolean
  accepted: boolean
  automatic: boolean
  /** Probability by the words, 0 to 1; null if the title is not there. */
  probability: number | null
  /** Whether something other than the words of the title rejects it. */
  refusedOtherwise: boolean
  assessed: AssessedRelease
}

export interface Measured {
  outcomes: readonly Outcome[]
  /** Right names lost by each harmless change. */
  changes: readonly { name: string; lost: number; of: number }[]
  /** Searches, and books with several names, for which the best name is another book. */
  rankOne: { wrong: readonly string[]; of: number }
  /** Books without their right releases, and those for which a wrong one is then grabbed automatically. */
  without: { wrong: readonly string[]; of: number }
}

/** Assesses all cases, each by the model that `modelFor` returns for its author. */
export function measure(cases: readonly EvalCase[], modelFor: (author: string) => Model): Measured {
  const outcomes = cases.flatMap((entry) => outcomeOf(entry, modelFor) ?? [])
  const groups = groupsOf(outcomes)
  const withRight = groups.filter(({ list }) => list.some(({ expected }) => expected))
  const withWrong = groups.filter(({ list }) => list.some(({ expected }) => !expected))
  return {
    outcomes,
    changes: VARIANTS.map((variant) => ({ name: variant.name, ...lossBy(variant, outcomes, modelFor) })),
    rankOne: {
      of: withRight.length,
      wrong: withRight.flatMap(({ list }) => {
        const first = bestOf(list.filter(({ accepted }) => accepted))
        return first && !first.expected ? [first.entry.release.title] : []
      }),
    },
    without: {
      of: withWrong.length,
      wrong: withWrong.flatMap(({ list }) => {
        const first = bestOf(list.filter(({ automatic, expected }) => automatic && !expected))
        return first ? [first.entry.release.title] : []
      }),
    },
  }
}

function outcomeOf(entry: EvalCase, modelFor: (author: string) => Model): Outcome | null {
  const { wanted, release, isSameBook } = entry
  if (isSameBook === null) return null
  const assessed = assessBy(modelFor(wanted.author ?? ''), wanted, release)
  const { verdict, match } = assessed
  const refusedOtherwise = verdict.reasons.some(
    ({ code, effect }) => effect === 'reject' && code !== 'title_differs' && code !== 'author_differs',
  )
  return {
    entry,
    expected: isSameBook,
    accepted: verdict.accepted,
    automatic: verdict.automatic,
    probability: match.likelihood?.probability ?? null,
    refusedOtherwise,
    assessed,
  }
}

interface Group {
  list: Outcome[]
}

function groupsOf(outcomes: readonly Outcome[]): Group[] {
  const groups = new Map<string, Outcome[]>()
  for (const outcome of outcomes) {
    const key = outcome.entry.search ?? bookKey(outcome.entry.wanted)
    groups.set(key, [...(groups.get(key) ?? []), outcome])
  }
  return [...groups.values()].map((list) => ({ list }))
}

function bestOf(list: readonly Outcome[]): Outcome | undefined {
  return [...list].sort((one, other) =>
    compareKeys(sortKeys(one.assessed.standing), sortKeys(other.assessed.standing)),
  )[0]
}

function lossBy(
  variant: (typeof VARIANTS)[number],
  outcomes: readonly Outcome[],
  modelFor: (author: string) => Model,
): { lost: number; of: number } {
  let lost = 0
  let of = 0
  for (const { entry, expected, accepted } of outcomes) {
    if (!expected || !accepted) continue
    of++
    const { wanted, release } = entry
    const title = variant.apply(release.title, wanted, randomOf(`change ${release.title}`))
    if (!isAccepted(title, wanted, modelFor)) lost++
  }
  return { lost, of }
}

function isAccepted(title: string, wanted: EvalWanted, modelFor: (author: string) => Model): boolean {
  return assessBy(modelFor(wanted.author ?? ''), wanted, bareRelease(title)).verdict.accepted
}
