import { onScopeDispose, watch, type Ref } from 'vue'

/** Distance from the screen to the end of a list at which more is loaded. */
const ROOT_MARGIN = '800px'

/**
 * Calls back whenever the end of a list comes near the screen.
 * @param onNear says whether the list grew, in which case the end may still be near
 * @param ahead the distance that counts as near, as a CSS length
 */
export function useNearEnd(
  end: Readonly<Ref<Element | null>>,
  onNear: () => Promise<boolean>,
  ahead = ROOT_MARGIN,
) {
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) void grow()
    },
    { rootMargin: ahead },
  )

  async function grow() {
    const grew = await onNear()
    if (!grew || !end.value) return
    // An observer reports only changes; observing again makes it report.
    observer.unobserve(end.value)
    observer.observe(end.value)
  }

  watch(end, (now, before) => {
    if (before) observer.unobserve(before)
    if (now) observer.observe(now)
  })
  onScopeDispose(() => observer.disconnect())
}
