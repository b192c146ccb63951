import type { RequestedBookDto } from '#contract/books'
import {
  recommendedBecause,
  type CategoryDto,
  type DiscoverRowDto,
  type RecommendedBookDto,
} from '#contract/discover'

/** Examples of what is recommended. */
export function discoverExamples(requested: RequestedBookDto): Readonly<Record<string, unknown>> {
  const category: CategoryDto = { id: '18580606011', name: 'Science Fiction & Fantasy', region: 'us' }
  const row: DiscoverRowDto = { row: 'bestsellers', category }
  const reason = recommendedBecause('author', { author: 'Ines Calder' })
  const recommended: RecommendedBookDto = { ...requested, reason }
  return {
    Category: category,
    DiscoverRow: row,
    RecommendationReason: reason,
    RecommendedBook: recommended,
  }
}
