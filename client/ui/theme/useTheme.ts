import { ref, type Ref } from 'vue'
import type { TextStore } from '#client/app/storage'

export const THEMES = ['system', 'light', 'dark'] as const
type Theme = (typeof THEMES)[number]

/** Also read by `public/early.js` before the first paint. */
const KEY = 'earmark.theme'

interface ThemeDependencies {
  root: HTMLElement
  storage: TextStore
}

/** This browser's theme: follows the system unless set. */
export function createTheme({ root, storage }: ThemeDependencies): {
  theme: Readonly<Ref<Theme>>
  pin: (to: Theme) => void
} {
  const stored = storage.getItem(KEY)
  const theme = ref<Theme>(stored === 'light' || stored === 'dark' ? stored : 'system')

  function apply() {
    if (theme.value === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme.value
    // The colour of a phone browser's toolbar follows the chosen theme.
    for (const scheme of ['light', 'dark']) {
      const bar = root.querySelector<HTMLMetaElement>(`meta[name="theme-color"][data-scheme="${scheme}"]`)
      const pinned = scheme === theme.value ? 'all' : 'not all'
      bar?.setAttribute('media', theme.value === 'system' ? `(prefers-color-scheme: ${scheme})` : pinned)
    }
  }

  function pin(to: Theme) {
    theme.value = to
    if (to === 'system') storage.removeItem(KEY)
    else storage.setItem(KEY, to)
    apply()
  }

  apply()
  return { theme, pin }
}
