import { computed } from 'vue'
import type { Region } from '#contract/common'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { useSessionStore } from '#client/app/session'
import { useAccountChanges } from './queries'

/** Changes the person's default search region, and reports the result. */
export function useRegionChoice() {
  const { t } = useText()
  const { say } = useOutcome()
  const session = useSessionStore()
  const { update } = useAccountChanges()

  /** The label of the server's default region. */
  const serverRegion = computed(() =>
    t('ownAccount.regionDefault', { region: t(`regions.${session.session?.default_region ?? 'us'}`) }),
  )

  /** @param default_region null for the server's default. */
  async function choose(default_region: Region | null) {
    const change = async () => {
      await update.mutateAsync({ default_region })
      await session.load()
      return default_region === null ? serverRegion.value : t(`regions.${default_region}`)
    }
    await say(change, {
      done: (region) => t('ownAccount.regionSaved', { region }),
      failed: (reason) => t('ownAccount.regionFailed', { reason }),
    })
  }

  return { choose, serverRegion }
}
