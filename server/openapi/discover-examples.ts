import type { RequestedBookDto } from '#contract/books'
import {
  recommendedBecause,
  type CategoryDto,
  type DiscoverRowDto,
  type RecommendedBookDto,
} from '#contract/discover'
import type { DiscoverSettingsDto, PutDiscoverSettingsBody } from '#contract/discover-settings'

/** Examples of recommendations. */
export function discoverExamples(requested: RequestedBookDto): Readonly<Record<string, unknown>> {
  const category: CategoryDto = { id: '18580606011', name: 'Science Fiction & Fantasy', region: 'us' }
  const row: DiscoverRowDto = { row: 'bestsellers', category }
  const rows: PutDiscoverSettingsBody = { rows: [{ row: 'user', category: null }, row] }
  const settings: DiscoverSettingsDto = {
    rows: [{ row: 'user', category: null }, row],
    default_rows: [{ row: 'popular', category: null }, row],
  }
  const reason = recommendedBecause('author', { author: 'Ines Calder' })
  const recommended: RecommendedBookDto = { ...requested, reason }
  return {
    Category: category,
    DiscoverRow: row,
    DiscoverSettings: settings,
    PutDiscoverSettings: rows,
    RecommendationReason: reason,
    RecommendedBook: recommended,
  }
}
