import { onScopeDispose, watch, type Ref } from 'vue'

/** How far below the screen the end of a list may still be when more is fetched. */
const AHEAD = '800px'

/**
 * Calls back whenever the end of a list comes near the screen.
 * @param onNear says whether the list grew: then the end may still be near
 * @param ahead how far beyond the screen "near" reaches, as a length of CSS
 */
export function useNearEnd(
  end: Readonly<Ref<Element | null>>,
  onNear: () => Promise<boolean>,
  ahead = AHEAD,
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
    // An observer reports changes only; observing again makes it look again.
    observer.unobserve(end.value)
    observer.observe(end.value)
  }

  watch(end, (now, before) => {
    if (before) observer.unobserve(before)
    if (now) observer.observe(now)
  })
  onScopeDispose(() => observer.disconnect())
}
