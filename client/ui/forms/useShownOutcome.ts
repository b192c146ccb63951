import { watch, type Ref } from 'vue'

/** Scrolls to the outcome of a form once there is one, such as the result of a test or a failure. */
export function useShownOutcome(
  element: Readonly<Ref<HTMLElement | null>>,
  ...outcomes: Readonly<Ref<unknown>>[]
) {
  watch(
    outcomes,
    (now) => {
      if (now.some((outcome) => outcome !== null)) element.value?.scrollIntoView({ block: 'nearest' })
    },
    { flush: 'post' },
  )
}
