import { findTitle, type TitleWindow } from './align.rules'
import type { Label } from './evidence/chunks.rules'
import { factsOf } from './evidence/features.rules'
import type { Fact } from './evidence/feature-names.rules'
import { weigh, type Likelihood, type Model } from './evidence/model.rules'
import { introduce, label, textOf, type FoundSeries, type LabelledTitle } from './labels.rules'
import { familyOnly, withSuffix } from './name-spans.rules'
import { otherBookNear } from './listed-books.rules'
import type { FoundName } from './people.rules'
import { longerTitleAt } from './related.rules'
import type { Span } from './release-title.rules'
import { LIGHT, isA } from './vocabulary.rules'

/** A place where the wanted title occurs, with the meaning of all other words. */
export interface Place {
  window: TitleWindow
  labels: readonly (Label | undefined)[]
  author: FoundName | null
  /** The names after "by", if they are not the wanted author's. */
  otherAuthor: string | null
  facts: readonly Fact[]
}

export interface Candidate extends Place {
  likelihood: Likelihood
}

/** Where the wanted title occurs, and which other book of the author the words name, if any. */
interface Candidates {
  places: readonly Place[]
  another: string | null
}

/** All places of the title in any of its forms. Stops at the first one without other words around it. */
export function candidatesOf(title: LabelledTitle): Candidates {
  const { wanted, read, author, series } = title
  const places: Place[] = []
  let another: string | null = null
  for (const form of wanted.forms) {
    for (const window of findTitle(read.words, form, title.titleRatio)) {
      if (author && window.start >= author.start && window.end <= author.end) continue
      // "read by Emma Thompson" is not "Emma".
      if (read.narration.some(({ names, end }) => window.start >= names && window.end <= end)) continue
      // "Hyperion Cantos" is the series of "Hyperion", not the book.
      if (series.some((span) => isPieceOf(window, span))) continue
      const other = longerTitleAt(read.words, window, wanted.related)
      another ??= other
      if (other !== null) continue
      const place = placeOf(title, window)
      const beside = otherBookNear(place.facts, wanted.listed, wanted.series)
      another ??= beside
      if (beside !== null) continue
      places.push(place)
      if (place.facts.length === 0) return { places, another }
    }
  }
  return { places, another }
}

function isPieceOf(window: TitleWindow, { start, end, series }: FoundSeries): boolean {
  const heavy = series.words.filter((word) => !isA(word, LIGHT)).length
  return window.start >= start && window.end <= end && window.form.heavy < heavy
}

/** The likeliest place. Of equally likely ones, the one with more of the title wins. */
export function bestCandidate(places: readonly Place[], model: Model): Candidate | null {
  let best: Candidate | null = null
  let most = -Infinity
  for (const place of places) {
    const likelihood = weigh(place.facts, model)
    const { window } = place
    const rank =
      likelihood.probability +
      (window.share + (window.form.piece ? 0 : 0.5)) / 1e3 +
      (window.end - window.start) / 1e6
    if (rank <= most) continue
    most = rank
    best = { ...place, likelihood }
  }
  return best
}

function placeOf(title: LabelledTitle, window: TitleWindow): Place {
  const { read, wanted, by, nameRatio } = title
  const { words } = read
  const labels = title.labels.slice()
  const author = title.author ?? familyOnly(words, wanted.authors, nameRatio, labels, window)
  if (author) {
    label(labels, withSuffix(words, author), 'author')
    introduce(words, labels, author)
  }
  // "by" inside the title ("Stand by Me") introduces no name.
  const names = by && by.start >= window.end ? by : null
  const otherAuthor = names && !author ? textOf(words, names.start + 1, names.end) : null
  for (let at = names?.start ?? 0; at < (names?.end ?? 0); at++) labels[at] ??= 'joint'
  const facts = factsOf({ words, labels, window, wanted, author: authorIn(title, author, names) })
  return { window, labels, author, otherAuthor, facts }
}

function authorIn(
  { authorListed, wanted }: LabelledTitle,
  author: FoundName | null,
  names: Span | null,
): 'full' | 'family' | 'other' | 'none' {
  if (authorListed || wanted.authors.length === 0) return 'full'
  if (author) return author.strength
  return names ? 'other' : 'none'
}
