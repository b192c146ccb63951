import type { Chunk } from './chunks.rules'
import type { Fact } from './feature-names.rules'
import type { FeatureName } from './feature-names.rules'

/** Facts that explain words around a title as something other than part of a title. */
const EXPLAINING: ReadonlySet<FeatureName> = new Set<FeatureName>([
  'own-words',
  'known-person',
  'kind-of-book',
  'opens-subtitle',
  'subtitle-length',
  'beside-author-in-list',
  'group-suffix',
  'counted',
  'list-goes-on',
  ...(['before', 'after'] as const).flatMap((side) =>
    (
      ['describes', 'person', 'name', 'leads-to-volume', 'beside-series', 'capitals', 'odd-case'] as const
    ).map((name) => `${side}-${name}` as const),
  ),
])

/**
 * Whether every word that names something is explained. If not, the release is never grabbed automatically.
 * In a list with the title, a series name may be the title of its first volume.
 */
export function isAllExplained(facts: readonly Fact[]): boolean {
  if (facts.length === 0) return true
  if (facts.some(({ name }) => name === 'series-in-list')) return false
  const open = new Set<Chunk>()
  for (const { chunk } of facts) if (chunk && chunk.heavy > 0) open.add(chunk)
  for (const { chunk, name } of facts) if (chunk && EXPLAINING.has(name)) open.delete(chunk)
  return open.size === 0
}
