import { computed, ref, type Ref } from 'vue'
import { patchDownloadSettingsBody, type DownloadSettings } from '#contract/download-settings'
import { useContractForm } from '#client/ui/forms/useContractForm'
import { useStoredDraft } from '#client/ui/forms/useStoredDraft'
import { useText } from '#client/app/i18n'
import { useDownloadSettingsChange } from './queries'
import type { DownloadDraft, DownloadField } from './downloadDraft'
import { changesOf, defaultDraft, draftOf, isSame, textOf } from './downloadDraft'

/** The form of all ranking settings: changes, saving, undo and reset. */
export function useDownloadForm({
  settings,
  element,
}: {
  settings: Readonly<Ref<DownloadSettings>>
  element: Readonly<Ref<HTMLElement | null>>
}) {
  const { t } = useText()
  const { mutateAsync } = useDownloadSettingsChange()

  const stored = computed(() => draftOf(settings.value))
  const draft = ref<DownloadDraft>(draftOf(settings.value))
  const { saving } = useStoredDraft({ draft, stored: () => draftOf(settings.value), textOf })
  const defaults = defaultDraft()
  const changes = computed(() => changesOf(draft.value, stored.value))
  const isChanged = computed(() => Object.keys(changes.value).length > 0)

  const form = useContractForm({
    schema: patchDownloadSettingsBody,
    values: () => changes.value,
    element,
    isChanged: () => isChanged.value,
    async send(body) {
      await saving(() => mutateAsync(body))
      return t('downloadSettings.saved')
    },
  })

  function undo() {
    draft.value = draftOf(settings.value)
    form.clear()
  }

  function reset<Field extends DownloadField>(field: Field) {
    draft.value[field] = defaultDraft()[field]
  }

  return {
    draft,
    errors: form.errors,
    failure: form.failure,
    busy: form.busy,
    /** Unsaved changes. */
    changes,
    isChanged,
    isValid: computed(() => patchDownloadSettingsBody.safeParse(changes.value).success),
    isDefault: (field: DownloadField) => isSame(field, draft.value, defaults),
    reset,
    resetAll() {
      draft.value = defaultDraft()
    },
    undo,
    save: () => form.submit(),
  }
}

export type DownloadForm = ReturnType<typeof useDownloadForm>
