import { computed, type MaybeRefOrGetter } from 'vue'
import type { OfferedReleaseDto } from '#contract/fulfilment'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { useReleaseChanges } from './queries'

/** Grabs, blocks and unblocks a release, and revokes rulings; a message reports the result. */
export function useReleaseActions(asin: MaybeRefOrGetter<string>) {
  const { t } = useText()
  const { report } = useOutcome()
  const { grab, block, unblock, withdraw } = useReleaseChanges(asin)

  const attempt = (act: () => Promise<unknown>, done: string) =>
    report(act, { done: () => done, failed: (reason) => t('releases.failed', { reason }) })

  return {
    busy: computed(() => [grab, block, unblock, withdraw].some(({ busy }) => busy.value)),
    grab: (release: OfferedReleaseDto) =>
      attempt(() => grab.mutateAsync(release), t('releases.grabbed', { release: release.title })),
    block: (release: OfferedReleaseDto) =>
      attempt(
        () => block.mutateAsync({ release, reason: 'unwanted' }),
        t('releases.blocked', { release: release.title }),
      ),
    /** Blocks it because it is not this book. */
    rejectAsAnotherBook: (release: OfferedReleaseDto) =>
      attempt(
        () => block.mutateAsync({ release, reason: 'another_book' }),
        t('releases.isAnotherBook', { release: release.title }),
      ),
    unblock: (release: OfferedReleaseDto) =>
      attempt(() => unblock.mutateAsync(release), t('releases.unblocked', { release: release.title })),
    /** Revokes the ruling on it. */
    withdraw: (release: OfferedReleaseDto) =>
      attempt(() => withdraw.mutateAsync(release), t('releases.withdrawn', { release: release.title })),
  }
}
