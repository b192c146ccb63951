import { computed } from 'vue'
import type { Region } from '#contract/common'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'
import { useToastsStore } from '#client/ui/toasts'
import { useProblem } from '#client/ui/useProblem'
import { useAccountChanges } from './queries'

/** Changes the person's default search region, and reports the result. */
export function useRegionChoice() {
  const { t } = useText()
  const { reason } = useProblem()
  const session = useSessionStore()
  const toasts = useToastsStore()
  const { update } = useAccountChanges()

  /** Names the region that the server begins with. */
  const serverRegion = computed(() =>
    t('ownAccount.regionDefault', { region: t(`regions.${session.session?.default_region ?? 'us'}`) }),
  )

  /** @param default_region null for the one of the server. */
  async function choose(default_region: Region | null) {
    try {
      await update.mutateAsync({ default_region })
      await session.load()
      const name = default_region === null ? serverRegion.value : t(`regions.${default_region}`)
      toasts.done(t('ownAccount.regionSaved', { region: name }))
    } catch (error) {
      toasts.failed(t('ownAccount.regionFailed', { reason: reason(error) }))
    }
  }

  return { choose, serverRegion }
}
