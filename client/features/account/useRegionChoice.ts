import { computed } from 'vue'
import type { Region } from '#contract/common'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { useSessionStore } from '#client/app/session'
import { useAccountChanges } from './queries'

/** Changes the person's default search region, and reports the result. */
export function useRegionChoice() {
  const { t } = useText()
  const { report } = useOutcome()
  const session = useSessionStore()
  const { update } = useAccountChanges()

  /** The label of the server's default region. */
  const serverRegion = computed(() =>
    t('ownAccount.regionDefault', { region: t(`regions.${session.session?.default_region ?? 'us'}`) }),
  )

  async function save(default_region: Region | null) {
    await update.mutateAsync({ default_region })
    await session.load()
    return default_region === null ? serverRegion.value : t(`regions.${default_region}`)
  }
  const failed = (reason: string) => t('ownAccount.regionFailed', { reason })

  return {
    serverRegion,
    /** @param default_region null for the server's default. */
    choose: (default_region: Region | null) =>
      report(() => save(default_region), {
        done: (region) => t('ownAccount.regionSaved', { region }),
        failed,
      }),
    /** Keeps the server's default even if that changes; searches start where they did before. */
    acceptDefault: () => report(() => save(session.session?.default_region ?? 'us'), { failed }),
  }
}
