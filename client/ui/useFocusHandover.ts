import { onBeforeUnmount, onUnmounted, type Ref } from 'vue'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]'

/**
 * Hands the focus on when the control that has it leaves the page: to what took its place, else to what follows,
 * else to what stood before it. Otherwise it would be lost to the page, and the keyboard would begin at its top.
 */
export function useFocusHandover(control: Readonly<Ref<HTMLElement | null>>) {
  let place: { region: Element; before: Element[] } | null = null

  onBeforeUnmount(() => {
    const element = control.value
    if (!element || document.activeElement !== element) return
    const region = element.closest('[role="dialog"], main') ?? document.body
    const all = [...region.querySelectorAll(FOCUSABLE)]
    place = { region, before: all.slice(0, all.indexOf(element)).toReversed() }
  })

  onUnmounted(() => {
    if (place === null || isFocused()) return
    const { region, before } = place
    if (!region.isConnected) return
    const all = [...region.querySelectorAll<HTMLElement>(FOCUSABLE)]
    const last = all.findIndex((other) => other === before.find((former) => former.isConnected))
    const candidates = [...all.slice(last + 1), ...all.slice(0, last + 1).toReversed()]
    for (const candidate of candidates) {
      candidate.focus()
      // What cannot be seen or used does not take it.
      if (document.activeElement === candidate) return
    }
  })
}

/** Whether something else has taken the focus already. */
function isFocused(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
