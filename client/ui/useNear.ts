import { ref, type Ref } from 'vue'
import { useNearEnd } from './useNearEnd'

/** A row's height: the next one is there when it is scrolled to, and a first visit loads no more than that. */
const AHEAD = '240px'

/** Whether something has come near the screen, so that what it shows is worth loading. @param already from the start. */
export function useNear(place: Readonly<Ref<Element | null>>, already = false) {
  const near = ref(already)
  useNearEnd(
    place,
    () => {
      near.value = true
      return Promise.resolve(false)
    },
    AHEAD,
  )
  return near
}
