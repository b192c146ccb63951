import type { DownloadSettings } from '#contract/download-settings'
import { coverage, type TitleWindow } from './align.rules'
import { bestCandidate, candidatesOf, type Candidate } from './candidates.rules'
import type { Label } from './evidence/chunks.rules'
import type { Fact } from './evidence/feature-names.rules'
import { ACCEPT, TRAINED, heaviestOf, type Likelihood, type Model } from './evidence/model.rules'
import { labelTitle, textOf, type FoundSeries } from './labels.rules'
import { familyOnly } from './name-spans.rules'
import type { FoundName } from './people.rules'
import type { ReadTitle } from './release-title.rules'
import type { VolumeReading } from './volume.rules'
import type { TitleForm } from './title-form.rules'
import type { Wanted } from './wanted.rules'

/** How a release's title relates to the wanted book. Indexes are those of words. */
export interface TitleMatch {
  /** Null if the wanted title does not occur. */
  window: TitleWindow | null
  /** Weight of the part of the title that was found, 0 to 1, even if it is too little. */
  share: number
  /** The weighed facts about the words around the title. */
  facts: readonly Fact[]
  /** Null if the wanted title does not occur. */
  likelihood: Likelihood | null
  author: FoundName | null
  /** Other words that make it a different title; empty if too little of the title occurs. */
  otherTitle: string | null
  /** The author that the release names in place of the wanted one. */
  otherAuthor: string | null
  narrator: FoundName | null
  /** The narrator that the release names in place of the wanted one. */
  otherNarrator: string | null
  series: readonly FoundSeries[]
  volumes: VolumeReading
  labels: readonly (Label | undefined)[]
}

const NO_FORM: TitleForm = { words: [], weights: [], leads: [], total: 0, heavy: 0, piece: false }

/** Finds the wanted book in a title. Linear in the number of words. */
export function matchTitle(
  read: ReadTitle,
  wanted: Wanted,
  settings: DownloadSettings,
  authorListed = false,
  model: Model = TRAINED,
): TitleMatch {
  const { words } = read
  const title = labelTitle(read, wanted, settings, authorListed)
  const { labels, series, volumes, author, narrator, by, nameRatio } = title
  const { places, another } = candidatesOf(title)
  const best: Candidate | null = bestCandidate(places, model)
  const found = best ? best.author : (author ?? familyOnly(words, wanted.authors, nameRatio, labels, null))
  const instead = best ? namedInstead(best, model) : null
  return {
    window: best?.window ?? null,
    share: best?.window.share ?? coverage(words, wanted.forms.find(({ piece }) => !piece) ?? NO_FORM),
    facts: best?.facts ?? [],
    likelihood: best?.likelihood ?? null,
    otherTitle: best ? (instead?.title ?? null) : another,
    author: found,
    otherAuthor: best
      ? (best.otherAuthor ?? instead?.author ?? null)
      : found || !by
        ? null
        : textOf(words, by.start + 1, by.end),
    narrator,
    otherNarrator: narrator ? null : otherNarrator(read),
    series,
    volumes,
    labels: best?.labels ?? labels,
  }
}

/** What a rejected title names: a longer title, a different one, or another author. */
function namedInstead(
  { facts, likelihood }: Candidate,
  model: Model,
): { title: string | null; author: string | null } | null {
  if (likelihood.probability >= ACCEPT) return null
  const heaviest = heaviestOf(facts, model)
  if (!heaviest) return { title: '', author: null }
  const { chunk } = heaviest
  const words = chunk.words.map(({ raw }) => raw).join(' ')
  const isName = facts.some((fact) => fact.chunk === chunk && /(?:person|name)-for-author$/.test(fact.name))
  return isName ? { title: null, author: words } : { title: words, author: null }
}

function otherNarrator(read: ReadTitle): string | null {
  const span = read.narration[0]
  if (!span) return null
  return textOf(read.words, span.names, span.end)
}
