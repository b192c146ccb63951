import { requestedBook } from './books.examples'
import { categorySchema, discoverRowSchema, getRecommendations, recommendedBecause } from './discover'
import { discoverSettingsSchema, putDiscoverSettings } from './discover-settings'
import { example } from './example'

const category = example(categorySchema, { id: '18580606011', name: 'Science Fiction & Fantasy' })
const row = example(discoverRowSchema, { row: 'bestsellers', category })
const rows = [{ row: 'user' as const, category: null }, row]
example(discoverSettingsSchema, { rows, default_rows: [{ row: 'popular' }, row] })
example(putDiscoverSettings.body, { rows })
example(getRecommendations.answers[200].schema.element, {
  ...requestedBook,
  reason: recommendedBecause('author', { author: 'Ines Calder' }),
})
