import type { Verdict } from '#contract/releases'
import { reasonText } from '#contract/words/reasons'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import { fold } from '#server/domain/ranking/fold.rules'
import { rankReleases } from '#server/domain/ranking/ranking.rules'
import type { EvalCase } from './eval-cases'

const EBOOK = /\b(?:epub|mobi|azw3?|pdf|kepub|cbr|cbz|ebook)\b/i
const AUDIO = /\b(?:m4b|mp3|flac|audiobook)\b/i

interface Assessment {
  entry: EvalCase
  verdict: Verdict
  /** The correct verdict; null if a person has to decide. */
  expected: boolean | null
  /** Whether it is reported separately: it is undecided, or the wanted author is not in the title. */
  apart: boolean
}

/** Assesses every case with the default settings, for an account that may download everything. */
export function assessCases(cases: readonly EvalCase[]): Assessment[] {
  return cases.map((entry) => {
    const { wanted, release } = entry
    const authors = authorsOf(wanted.author ?? null)
    const [ranked] = rankReleases({
      book: {
        title: wanted.title,
        subtitle: wanted.subtitle ?? null,
        authors,
        narrators: wanted.narrators,
        series: wanted.series,
        language: wanted.language,
        edition: wanted.edition,
        runtimeMin: null,
        releaseDate: null,
      },
      releases: [release],
      settings: { ...DEFAULT_DOWNLOAD_SETTINGS, min_seeders: 0 },
      blocked: [],
      accountIsVip: true,
      now: new Date(0),
    })
    if (!ranked) throw new Error('a release was left out of its ranking')
    const isEbook = EBOOK.test(release.title) && !AUDIO.test(release.title)
    const expected = isEbook ? false : entry.isSameBook
    const apart = expected === null || (!isEbook && !hasAuthor(release.title, authors))
    return { entry, verdict: ranked.verdict, expected, apart }
  })
}

function authorsOf(author: string | null): string[] {
  if (author === null) return []
  return author
    .split(/,| & | and /)
    .map((name) => name.trim())
    .filter((name) => name !== '' && !/^(?:translator|narrator|editor)$/i.test(name))
}

/** Whether the last name of one of the authors is in the title. */
function hasAuthor(title: string, authors: readonly string[]): boolean {
  const folded = fold(title).replace(/ue/g, 'u')
  return authors.some((author) => {
    const family = fold(author.split(/\s+/).at(-1) ?? '').replace(/ue/g, 'u')
    return family !== '' && folded.includes(family)
  })
}

/** The figures and every mistake as lines of text. */
export function reportLines(assessments: readonly Assessment[]): string[] {
  const counted = assessments.filter(({ apart }) => !apart)
  const apart = assessments.filter(({ apart }) => apart)
  const right = counted.filter(({ expected }) => expected === true)
  const accepted = counted.filter(({ verdict }) => verdict.accepted)
  const rightAccepted = right.filter(({ verdict }) => verdict.accepted)
  const wrongAccepted = accepted.filter(({ expected }) => expected === false)
  const rightRefused = right.filter(({ verdict }) => !verdict.accepted)
  const wrongAutomatic = apart.filter(({ verdict, expected }) => verdict.automatic && expected === false)
  return [
    `${String(assessments.length)} releases judged, ${String(counted.length)} counted, ${String(apart.length)} apart`,
    `precision ${share(rightAccepted.length, accepted.length)}: ${String(wrongAccepted.length)} wrong ones accepted`,
    `recall    ${share(rightAccepted.length, right.length)}: ${String(rightRefused.length)} right ones refused`,
    ...section('Wrong ones accepted', wrongAccepted),
    ...section('Right ones refused', rightRefused),
    '',
    `Apart (undecided, or without the wanted author in the title): ${String(apart.filter(({ verdict }) => verdict.accepted).length)} listed as acceptable, ${String(apart.filter(({ verdict }) => verdict.automatic).length)} of them grabbed automatically`,
    ...section('Wrong ones that would be grabbed automatically', wrongAutomatic),
    ...section(
      'Wrong ones listed as acceptable',
      apart.filter(({ verdict, expected }) => verdict.accepted && expected === false),
    ),
    ...section(
      'Right ones refused',
      apart.filter(({ verdict, expected }) => !verdict.accepted && expected === true),
    ),
  ]
}

/** Whether a goal is missed: a wrong book is accepted or grabbed, or too few right ones are accepted. */
export function isBelowGoal(assessments: readonly Assessment[]): boolean {
  const counted = assessments.filter(({ apart }) => !apart)
  const right = counted.filter(({ expected }) => expected === true)
  const found = right.filter(({ verdict }) => verdict.accepted)
  const wrong = counted.some(({ verdict, expected }) => verdict.accepted && expected === false)
  const grabbed = assessments.some(({ verdict, expected }) => verdict.automatic && expected === false)
  return wrong || grabbed || found.length < right.length * 0.95
}

function section(title: string, assessments: readonly Assessment[]): string[] {
  if (assessments.length === 0) return []
  return ['', `${title}:`, ...assessments.flatMap(lines)]
}

function lines({ entry, verdict }: Assessment): string[] {
  const { wanted, release, note, source } = entry
  const why = verdict.reasons
    .filter(({ effect }) => effect === 'reject')
    .map(({ code, params }) => reasonText(code, params))
  return [
    `- "${release.title}"`,
    `    wanted "${wanted.title}" by ${wanted.author ?? 'no one named'} (${source}${note === null ? '' : `; ${note}`})`,
    `    ${why.length > 0 ? why.join('; ') : verdict.reasons.map(({ code, params }) => reasonText(code, params)).join('; ')}`,
  ]
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} % (${String(part)} of ${String(whole)})`
}
