import type { Reason } from '#contract/releases'
import { reason } from '#server/domain/ranking/reasons.rules'
import type { Fact } from './feature-names.rules'
import { TRAINED, type Model } from './model.rules'

const MAX_FACTORS = 3
/** In logits. Facts below this weight make no visible difference. */
const MIN_VISIBLE_LOGITS = 0.4
const MAX_SHOWN = 120

/**
 * The facts with the most weight, as reasons with their effects. A missing author has a reason of its own.
 */
export function weighedReasons(facts: readonly Fact[], { weights }: Model = TRAINED): Reason[] {
  if (facts.length === 0) return []
  /** Heaviest first; among equals, in the order of being noted. */
  const heaviest: { fact: Fact; logits: number }[] = []
  for (const fact of facts) {
    const logits = (weights[fact.name] ?? 0) * fact.value
    if (Math.abs(logits) < MIN_VISIBLE_LOGITS || fact.name === 'author-none') continue
    let at = heaviest.length
    while (at > 0 && Math.abs(heaviest[at - 1]?.logits ?? 0) < Math.abs(logits)) at--
    if (at === MAX_FACTORS) continue
    if (heaviest.length === MAX_FACTORS) heaviest.pop()
    heaviest.splice(at, 0, { fact, logits })
  }
  return heaviest.map(({ fact, logits }) => toReason(fact, logits))
}

function toReason({ name, chunk }: Fact, logits: number): Reason {
  const effect = logits > 0 ? 'bonus' : 'penalty'
  if (!chunk) return reason('title_weighed', effect, { fact: name })
  const words = chunk.words.map(({ raw }) => raw).join(' ')
  return reason('words_weighed', effect, { words: words.slice(0, MAX_SHOWN), fact: name })
}
