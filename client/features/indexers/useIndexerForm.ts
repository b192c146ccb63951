import { ref, type Ref } from 'vue'
import type { ConfigurationEntryDto } from '#contract/connection-settings'
import type { IndexerDto } from '#contract/indexers'
import { useStoredDraft } from '#client/ui/forms/useStoredDraft'
import { useText } from '#client/app/i18n'
import { useIndexerChanges } from './queries'
import { useToastsStore } from '#client/ui/toasts'
import {
  changesOf,
  changesSchema,
  completes,
  draftOf,
  type SettingChanges,
  type SettingsDraft,
} from '#client/features/connections/settingsDraft'
import { useSettingsForm } from '#client/features/connections/useSettingsForm'

interface IndexerFormOptions {
  entries: readonly ConfigurationEntryDto[]
  /** The stored state. */
  indexer: Readonly<Ref<IndexerDto>>
  element: Readonly<Ref<HTMLElement | null>>
}

/** The form of an indexer: saving, testing unsaved values, and switching it on or off. */
export function useIndexerForm({ entries, indexer, element }: IndexerFormOptions) {
  const draft = ref<SettingsDraft>(draftOf(entries, indexer.value))
  const changes = () => changesOf(entries, draft.value, indexer.value)
  const { send, ...form } = useSettingsForm({
    schema: changesSchema(() => entries),
    values: changes,
    element,
    isChanged: () => Object.keys(changes()).length > 0,
    tested: draft,
    actions: useActions({ entries, indexer, draft }),
    first: 'save',
  })

  return {
    ...form,
    draft,
    /** The first time that no required setting is missing, saving also switches the indexer on. */
    save: () => {
      const body = changes()
      return send('save', completes(entries, indexer.value, body) ? { ...body, enabled: true } : body)
    },
    test: () => send('test', changes()),
    /** Enabling it also saves the values, which it may need. */
    turn: (on: boolean) => send('switch', on ? { ...changes(), enabled: true } : { enabled: false }),
  }
}

interface Filled extends Omit<IndexerFormOptions, 'element'> {
  draft: Ref<SettingsDraft>
}

/** Runs an action and reports the result. */
function useActions({ entries, indexer, draft }: Filled) {
  const { t } = useText()
  const toasts = useToastsStore()
  const { change, test } = useIndexerChanges(() => indexer.value.name)
  const { saving } = useStoredDraft({ draft, stored: () => draftOf(entries, indexer.value) })

  async function save(changes: SettingChanges): Promise<void> {
    await saving(() => change.mutateAsync(changes))
    // Secrets leave the page, and emptied fields show their defaults.
    const stored = draftOf(entries, indexer.value)
    for (const { name, secret } of entries) {
      const after = stored[name]
      if ((secret || draft.value[name] === '') && after !== undefined) draft.value[name] = after
    }
  }

  return {
    async save(changes: SettingChanges) {
      await save(changes)
      const { name, enabled } = indexer.value
      if (changes['enabled'] === true) toasts.done(t('indexers.turnedOn', { name }))
      else toasts.done(enabled ? t('indexers.saved', { name }) : t('indexers.savedOff', { name }))
    },
    test: (changes: SettingChanges) => test.mutateAsync(changes),
    async switch(changes: SettingChanges) {
      const on = changes['enabled'] === true
      // Disabling it sends no values.
      await (on ? save(changes) : change.mutateAsync(changes))
      const { name } = indexer.value
      toasts.done(on ? t('indexers.turnedOn', { name }) : t('indexers.turnedOff', { name }))
    },
  }
}
