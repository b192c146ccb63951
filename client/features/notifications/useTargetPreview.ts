import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import { previewNotificationBody, type NotificationEvent } from '#contract/notifications'
import { useNotificationPreview, type TargetScope } from './queries'
import { previewInputOf, type TargetDraft } from './targetDraft'

/** Milliseconds of pause in typing before a preview is requested. */
const DEBOUNCE = 350

/**
 * A preview while typing.
 * @param events available to the person
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
  /** The events to preview. */
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
  /** The last valid input: half a header name is not worth a preview. */
  const tried = shallowRef(isValid.value ? input.value : null)
  watch(refDebounced(input, DEBOUNCE), (settled) => {
    if (isValid.value) tried.value = settled
  })

  const preview = useNotificationPreview(scope, tried)
  /** Unknown names in braces, by where they occur. */
  const unknown = computed(() => {
    const found: Record<string, string[]> = {}
    for (const { path, name } of preview.data.value?.unknown_variables ?? []) (found[path] ??= []).push(name)
    return found
  })

  return { ...preview, samples, sample, isValid, unknown }
}

export type TargetPreview = ReturnType<typeof useTargetPreview>
