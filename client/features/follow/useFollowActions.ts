import { computed } from 'vue'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { useFollowChanges, type Followable } from './queries'

/** Follows, unfollows, and sets automatic requests; each reports its result. */
export function useFollowActions() {
  const { t } = useText()
  const { report } = useOutcome()
  const changes = useFollowChanges()

  return {
    busy: computed(() => [changes.follow, changes.unfollow].some(({ busy }) => busy.value)),

    follow(thing: Followable) {
      const { name, region } = thing
      const body =
        thing.kind === 'series'
          ? { kind: thing.kind, asin: thing.asin, region }
          : { kind: thing.kind, name, region }
      return report(() => changes.follow.mutateAsync(body), {
        done: () => t('follow.followed', { name }),
        failed: (reason) => t('follow.failed', { name, reason }),
      })
    },

    unfollow(id: string, name: string) {
      return report(() => changes.unfollow.mutateAsync(id), {
        done: () => t('follow.unfollowed', { name }),
        failed: (reason) => t('follow.unfollowFailed', { name, reason }),
      })
    },

    choose(id: string, name: string, requests: boolean) {
      return report(() => changes.change.mutateAsync({ id, requests }), {
        done: () => t(requests ? 'follow.requestsOn' : 'follow.requestsOff', { name }),
        failed: (reason) => t('follow.changeFailed', { name, reason }),
      })
    },
  }
}
