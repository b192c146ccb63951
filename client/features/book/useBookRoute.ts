import { computed } from 'vue'
import { useRoute } from 'vue-router'
import type { Region } from '#contract/common'
import { isRegion } from '#client/features/search/regions'

/** The book that the address names, and the region whose catalogue knows it; null where it does not say. */
export function useBookRoute() {
  const route = useRoute()
  return computed<{ asin: string; region: Region | null }>(() => {
    const { asin } = route.params
    const region = route.query['region']
    return {
      asin: typeof asin === 'string' ? asin : '',
      region: typeof region === 'string' && isRegion(region) ? region : null,
    }
  })
}
