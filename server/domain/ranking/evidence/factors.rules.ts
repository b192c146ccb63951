import type { Reason } from '#contract/releases'
import { reason } from '#server/domain/ranking/reasons.rules'
import type { Fact } from './features.rules'
import type { Model } from './model.rules'
import { TRAINED } from './model.rules'

const MOST_FACTORS = 3
/** In logits: what weighs less changes nothing that a person would see. */
const WORTH_TELLING = 0.4
const MOST_SHOWN = 120

/** The facts that weighed most, in words, each with what it did. The author's absence has a reason of its own. */
export function weighedReasons(facts: readonly Fact[], { weights }: Model = TRAINED): Reason[] {
  if (facts.length === 0) return []
  const weighed: { fact: Fact; logits: number }[] = []
  for (const fact of facts) {
    const logits = (weights[fact.name] ?? 0) * fact.value
    if (Math.abs(logits) >= WORTH_TELLING && fact.name !== 'author-none') weighed.push({ fact, logits })
  }
  return weighed
    .sort((one, other) => Math.abs(other.logits) - Math.abs(one.logits))
    .slice(0, MOST_FACTORS)
    .map(({ fact, logits }) => toReason(fact, logits))
}

function toReason({ name, chunk }: Fact, logits: number): Reason {
  const effect = logits > 0 ? 'bonus' : 'penalty'
  if (!chunk) return reason('title_weighed', effect, { fact: name })
  const words = chunk.words.map(({ raw }) => raw).join(' ')
  return reason('words_weighed', effect, { words: words.slice(0, MOST_SHOWN), fact: name })
}
