import { reasonText } from '#contract/words/reasons'
import { goalsOf } from './goals'
import type { Measured, Outcome } from './measure'

const share = (part: number, whole: number) =>
  whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} % (${String(part)} of ${String(whole)})`

/** All figures as lines of text and, with `mistakes`, every wrong verdict. */
export function reportLines(measured: Measured, trainedOn: string, mistakes: boolean): string[] {
  const { outcomes, changes, rankOne, without } = measured
  return [
    `${String(outcomes.length)} names judged. ${trainedOn}`,
    '',
    ...precisionLines('accepted ', outcomes, ({ accepted }) => accepted),
    ...precisionLines('automatic', outcomes, ({ automatic }) => automatic),
    `rank one: ${String(rankOne.wrong.length)} of ${String(rankOne.of)} books have another book first`,
    ...rankOne.wrong.map((title) => `  "${title}"`),
    `right ones taken out: ${String(without.wrong.length)} of ${String(without.of)} books automatically get a wrong one`,
    ...without.wrong.map((title) => `  "${title}"`),
    '',
    'By class: right ones accepted, wrong ones accepted',
    ...classLines(outcomes),
    '',
    'Calibration: probability said, share that is right',
    ...calibrationLines(outcomes),
    '',
    'Right ones lost by a harmless change',
    ...changes.map(({ name, lost, of }) => `  ${name.padEnd(28)} ${share(lost, of)}`),
    ...(mistakes ? mistakeLines(outcomes) : []),
    '',
    'Goals',
    ...goalsOf(measured).map(({ name, met, value }) => `  ${met ? 'met   ' : 'MISSED'} ${name}: ${value}`),
  ]
}

function precisionLines(
  name: string,
  outcomes: readonly Outcome[],
  isTaken: (outcome: Outcome) => boolean,
): string[] {
  const taken = outcomes.filter(isTaken)
  const right = taken.filter(({ expected }) => expected).length
  const all = outcomes.filter(({ expected }) => expected).length
  return [`${name} precision ${share(right, taken.length)}, recall ${share(right, all)}`]
}

function classLines(outcomes: readonly Outcome[]): string[] {
  const classes = [...new Set(outcomes.map(({ entry }) => entry.class))].sort()
  return classes.map((name) => {
    const list = outcomes.filter(({ entry }) => entry.class === name)
    const right = list.filter(({ expected }) => expected)
    const wrong = list.filter(({ expected }) => !expected)
    const taken = (some: readonly Outcome[]) => some.filter(({ accepted }) => accepted).length
    return `  ${name.padEnd(22)} ${share(taken(right), right.length).padEnd(24)} ${share(taken(wrong), wrong.length)}`
  })
}

const BINS = [0, 0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1.0001]

function calibrationLines(outcomes: readonly Outcome[]): string[] {
  const assessed = outcomes.filter(({ refusedOtherwise }) => !refusedOtherwise)
  return BINS.slice(0, -1).map((from, at) => {
    const to = BINS[at + 1] ?? 1
    const inBin = assessed.filter(
      ({ probability }) => probability !== null && probability >= from && probability < to,
    )
    const right = inBin.filter(({ expected }) => expected).length
    return `  ${from.toFixed(2)} to ${Math.min(1, to).toFixed(2)}  ${share(right, inBin.length)}`
  })
}

function mistakeLines(outcomes: readonly Outcome[]): string[] {
  const wrong = outcomes.filter(({ accepted, expected }) => accepted !== expected)
  return [
    '',
    'Mistakes',
    ...wrong.map(({ entry, expected, probability, automatic, assessed }) => {
      const verdict = expected ? 'refused' : automatic ? 'GRABBED' : 'accepted'
      const said = probability === null ? 'no title' : probability.toFixed(2)
      const why = assessed.verdict.reasons.filter(({ effect }) => effect === 'reject' || effect === 'penalty')
      return `  ${verdict} ${said} [${entry.class}] "${entry.release.title}" for "${entry.wanted.title}" by ${entry.wanted.author ?? '?'}: ${why.map(({ code, params }) => reasonText(code, params)).join('; ')}`
    }),
  ]
}
