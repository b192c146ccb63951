import { onBeforeUnmount, onUnmounted, type Ref } from 'vue'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex="0"]'

/**
 * Moves the focus on when the focused control leaves the page: to what replaced it, else to what follows, else to what
 * preceded it. Otherwise the keyboard would start over at the top of the page.
 */
export function useFocusFallback(control: Readonly<Ref<HTMLElement | null>>) {
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
      // Hidden and disabled elements do not accept it.
      if (document.activeElement === candidate) return
    }
  })
}

/** Whether something else already has the focus. */
function isFocused(): boolean {
  return document.activeElement !== null && document.activeElement !== document.body
}
