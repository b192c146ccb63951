import { computed, ref, watch } from 'vue'
import type { Ref } from 'vue'
import type { DownloadSettings } from '#contract/download-settings'
import { patchDownloadSettingsBody } from '#contract/download-settings'
import { useContractForm } from '../../composables/useContractForm'
import { useText } from '../../i18n'
import { useDownloadSettingsChange } from '../../queries/download-settings'
import { useToastsStore } from '../../stores/toasts'
import type { DownloadDraft, DownloadField } from './downloadDraft'
import { changesOf, defaultDraft, draftOf, isSame } from './downloadDraft'

/** The form of all settings of the ranking: what was changed, saved, undone, and put back to its default. */
export function useDownloadForm({
  settings,
  element,
}: {
  settings: Readonly<Ref<DownloadSettings>>
  element: Readonly<Ref<HTMLElement | null>>
}) {
  const { t } = useText()
  const toasts = useToastsStore()
  const { mutateAsync } = useDownloadSettingsChange()

  const stored = computed(() => draftOf(settings.value))
  const draft = ref<DownloadDraft>(draftOf(settings.value))
  const defaults = defaultDraft()

  const form = useContractForm({
    schema: patchDownloadSettingsBody,
    element,
    async send(changes) {
      await mutateAsync(changes)
      toasts.done(t('downloadSettings.saved'))
    },
  })

  function undo() {
    draft.value = draftOf(settings.value)
    form.errors.value = {}
  }
  // Fetched anew without a change, it leaves alone what is being typed.
  watch(() => JSON.stringify(settings.value), undo)

  const changes = computed(() => changesOf(draft.value, stored.value))

  function reset<Field extends DownloadField>(field: Field) {
    draft.value[field] = defaultDraft()[field]
  }

  return {
    draft,
    errors: form.errors,
    failure: form.failure,
    busy: form.busy,
    /** What is not saved. */
    changes,
    isChanged: computed(() => Object.keys(changes.value).length > 0),
    isValid: computed(() => patchDownloadSettingsBody.safeParse(changes.value).success),
    isDefault: (field: DownloadField) => isSame(field, draft.value, defaults),
    reset,
    resetAll() {
      draft.value = defaultDraft()
    },
    undo,
    save: () => form.submit(changes.value),
  }
}

export type DownloadForm = ReturnType<typeof useDownloadForm>
