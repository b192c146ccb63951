import { computed, shallowRef, watch, type Ref, type WatchSource } from 'vue'
import type { z } from 'zod'
import type { ConnectionTestDto } from '#contract/connection-test'
import { useContractForm } from '#client/ui/forms/useContractForm'

interface SettingsForm<D extends string, S extends z.ZodType> extends Pick<
  Parameters<typeof useContractForm<S>>[0],
  'schema' | 'values' | 'element'
> {
  isChanged: () => boolean
  /** What is tested; a result no longer applies once it changes. */
  tested: WatchSource | WatchSource[]
  /** What the values are sent for; a test returns its result. */
  actions: Record<D, (values: z.input<S>) => Promise<ConnectionTestDto | void>>
  /** The action that the form is for. */
  first: NoInfer<D>
}

/** The form of a service's settings, which can also be tested before they are saved. */
export function useSettingsForm<D extends string, S extends z.ZodType>(options: SettingsForm<D, S>) {
  const { actions, first, tested } = options
  const finding = shallowRef<ConnectionTestDto | null>(null)
  const action: Ref<D> = shallowRef(first)

  watch(tested, () => (finding.value = null), { deep: true })

  const form = useContractForm({
    ...options,
    async send(values) {
      finding.value = (await actions[action.value](values)) ?? null
    },
  })

  function send(as: D, values?: z.input<S>): Promise<void> {
    if (form.busy.value) return Promise.resolve()
    action.value = as
    finding.value = null
    return form.submit(values)
  }

  return {
    errors: form.errors,
    failure: form.failure,
    clear: form.clear,
    finding,
    action: computed(() => action.value),
    /** The action in progress. */
    doing: computed(() => (form.busy.value ? action.value : null)),
    send,
  }
}
