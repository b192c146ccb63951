import { ref, type Ref } from 'vue'
import { useNearEnd } from './useNearEnd'

/** A row's height: the next row is ready when it is scrolled to, and a first visit loads no more than that. */
const ROOT_MARGIN = '240px'

/**
 * Whether something is near the screen, so that its content is worth loading.
 * @param initially whether it counts as near from the start.
 */
export function useNear(place: Readonly<Ref<Element | null>>, initially = false) {
  const near = ref(initially)
  useNearEnd(
    place,
    () => {
      near.value = true
      return Promise.resolve(false)
    },
    ROOT_MARGIN,
  )
  return near
}
