import { computed } from 'vue'
import { useRoute } from 'vue-router'
import type { Region } from '#contract/common'
import { isRegion } from './regions'

/** The book in the address, and its catalogue region; null if the address does not say. */
export function useBookRoute() {
  const route = useRoute()
  return computed<{ asin: string; region: Region | null }>(() => {
    const { asin } = route.params
    const region = route.query['region']
    return { asin: typeof asin === 'string' ? asin : '', region: isRegion(region) ? region : null }
  })
}
