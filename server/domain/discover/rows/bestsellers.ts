import { recommendedBecause } from '#contract/discover'
import type { RowDriver } from '#server/domain/discover/discover.types'

/** Bestsellers, overall or of one category. */
export const bestsellers: RowDriver = {
  onlyNew: false,

  isFilled: () => Promise.resolve(true),

  async groups({ lists }, { region, category }) {
    const of = category ? { category } : undefined
    const books = await lists.list({ region, sort: 'bestsellers', of, page: 0 })
    return [{ reason: recommendedBecause('bestseller'), books }]
  },
}
