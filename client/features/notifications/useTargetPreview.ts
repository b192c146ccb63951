import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { previewNotificationBody, type NotificationEvent } from '#contract/notifications'
import { useNotificationPreview, type TargetScope } from './queries'
import { previewInputOf, type TargetDraft } from './targetDraft'

/** Typing goes on for this long before a preview is asked for. In ms. */
const PAUSE = 350

/**
 * What would be sent, while it is typed.
 * @param events those that the person may choose
 */
export function useTargetPreview({
  scope,
  draft,
  events,
}: {
  scope: TargetScope
  draft: Readonly<Ref<TargetDraft>>
  events: readonly NotificationEvent[]
}) {
  /** The events whose samples are worth a look. */
  const samples = computed(() => (draft.value.events.length > 0 ? draft.value.events : events))
  const wanted = ref<NotificationEvent>()
  const sample = computed({
    get: () => samples.value.find((event) => event === wanted.value) ?? samples.value[0] ?? 'onNewRequest',
    set: (event) => {
      wanted.value = event
    },
  })

  const input = computed(() => ({ ...previewInputOf(draft.value), event: sample.value }))
  const isValid = computed(() => previewNotificationBody.safeParse(input.value).success)
  /** What was last valid: half a header name is not worth a preview. */
  const tried = shallowRef(isValid.value ? input.value : null)
  watch(refDebounced(input, PAUSE), (settled) => {
    if (isValid.value) tried.value = settled
  })

  const preview = useNotificationPreview(scope, tried)
  /** Names in braces that are no variables, by where they are written. */
  const unknown = computed(() => {
    const found: Record<string, string[]> = {}
    for (const { path, name } of preview.data.value?.unknown_variables ?? []) (found[path] ??= []).push(name)
    return found
  })

  return { ...preview, samples, sample, isValid, unknown }
}

export type TargetPreview = ReturnType<typeof useTargetPreview>
