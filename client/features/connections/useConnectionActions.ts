import { computed, shallowRef, toValue, watch, type MaybeRefOrGetter } from 'vue'
import type { ConnectionDto } from '#contract/connections'
import type { IndexerTestDto } from '#contract/connection-test'
import { useText } from '#client/app/i18n'
import { useOutcome } from '#client/ui/useOutcome'
import { useConnectionChanges } from './queries'

/** Immediate actions on a connection; a toast reports the result. */
export function useConnectionActions(connection: MaybeRefOrGetter<ConnectionDto>) {
  const { t } = useText()
  const { say } = useOutcome()
  const toggle = useConnectionChanges().change
  const { change: moving, remove, test } = useConnectionChanges()
  const toggling = computed(() => toggle.asyncStatus.value === 'loading')
  const finding = shallowRef<IndexerTestDto | null>(null)

  // A test result applies to the settings that were tested.
  watch(
    () => JSON.stringify(toValue(connection).settings),
    () => (finding.value = null),
  )

  return {
    toggling,
    /** Shows the requested state while the server is called. */
    enabled: computed(() => toValue(connection).enabled !== toggling.value),
    switchOver() {
      const { id, name, enabled } = toValue(connection)
      return say(() => toggle.mutateAsync({ id, body: { enabled: !enabled } }), {
        done: (after) => t(after.enabled ? 'connections.turnedOn' : 'connections.turnedOff', { name }),
        failed: (why) => t('connections.switchFailed', { name, reason: why }),
      })
    },

    moving: computed(() => moving.asyncStatus.value === 'loading'),
    /** @param place counted from 1 */
    moveTo(place: number) {
      const { id, name } = toValue(connection)
      return say(() => moving.mutateAsync({ id, body: { priority: place } }), {
        done: (after) => t('connections.moved', { name, place: after.priority }),
        failed: (why) => t('connections.moveFailed', { name, reason: why }),
      })
    },

    removing: computed(() => remove.asyncStatus.value === 'loading'),
    drop() {
      const { id, name } = toValue(connection)
      return say(() => remove.mutateAsync(id), {
        done: () => t('connections.removed', { name }),
        failed: (why) => t('connections.removeFailed', { name, reason: why }),
      })
    },

    finding,
    testing: computed(() => test.asyncStatus.value === 'loading'),
    async tryOut() {
      const { id, driver, name } = toValue(connection)
      finding.value = null
      const run = async () => (finding.value = await test.mutateAsync({ id, driver, settings: {} }))
      await say(run, { failed: (why) => t('connections.testFailed', { name, reason: why }) })
    },
  }
}
