import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { ConfigurationEntryDto, IndexerDto } from '#contract/indexers'
import type { IndexerTestDto } from '#contract/connection-test'
import { useContractForm } from '#client/ui/forms/useContractForm'
import { useStoredDraft } from '#client/ui/forms/useStoredDraft'
import { useText } from '#client/app/i18n'
import { useIndexerChanges, type IndexerChanges } from './queries'
import { useToastsStore } from '#client/ui/toasts'
import { changesOf, changesSchema, completes, draftOf, type IndexerDraft } from './indexerDraft'

/** What the values are sent for. */
type IndexerDeed = 'save' | 'test' | 'switch'

interface IndexerFormOptions {
  entries: readonly ConfigurationEntryDto[]
  /** The stored state. */
  indexer: Readonly<Ref<IndexerDto>>
  element: Readonly<Ref<HTMLElement | null>>
}

/** The form of an indexer: saving, testing unsaved values, and switching it on or off. */
export function useIndexerForm({ entries, indexer, element }: IndexerFormOptions) {
  const draft = ref<IndexerDraft>(draftOf(entries, indexer.value))
  const finding = shallowRef<IndexerTestDto | null>(null)
  const deed = ref<IndexerDeed>('save')
  const deeds = useDeeds({ entries, indexer, draft, finding })

  // A test result applies to the values that were tested.
  watch(
    draft,
    () => {
      finding.value = null
    },
    { deep: true },
  )

  const changes = () => changesOf(entries, draft.value, indexer.value)
  const form = useContractForm({
    schema: changesSchema(() => entries),
    values: changes,
    element,
    isChanged: () => Object.keys(changes()).length > 0,
    send: (changes) => deeds[deed.value](changes),
  })

  function send(as: IndexerDeed, body: IndexerChanges): Promise<void> {
    if (form.busy.value) return Promise.resolve()
    deed.value = as
    finding.value = null
    return form.submit(body)
  }

  return {
    draft,
    finding,
    errors: form.errors,
    failure: form.failure,
    deed: computed(() => deed.value),
    /** The action in progress. */
    doing: computed(() => (form.busy.value ? deed.value : null)),
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
  draft: Ref<IndexerDraft>
  finding: Ref<IndexerTestDto | null>
}

/** Runs an action and reports the result. */
function useDeeds({ entries, indexer, draft, finding }: Filled) {
  const { t } = useText()
  const toasts = useToastsStore()
  const { change, test } = useIndexerChanges(() => indexer.value.name)
  const { saving } = useStoredDraft({ draft, stored: () => draftOf(entries, indexer.value) })

  async function save(changes: IndexerChanges): Promise<void> {
    await saving(() => change.mutateAsync(changes))
    // Secrets leave the page, and emptied fields show their defaults.
    const stored = draftOf(entries, indexer.value)
    for (const { name, secret } of entries) {
      const after = stored[name]
      if ((secret || draft.value[name] === '') && after !== undefined) draft.value[name] = after
    }
  }

  const deeds: Record<IndexerDeed, (changes: IndexerChanges) => Promise<void>> = {
    async save(changes) {
      await save(changes)
      const { name, enabled } = indexer.value
      if (changes['enabled'] === true) toasts.done(t('indexers.turnedOn', { name }))
      else toasts.done(enabled ? t('indexers.saved', { name }) : t('indexers.savedOff', { name }))
    },
    async test(changes) {
      finding.value = await test.mutateAsync(changes)
    },
    async switch(changes) {
      const on = changes['enabled'] === true
      // Disabling it sends no values.
      await (on ? save(changes) : change.mutateAsync(changes))
      const { name } = indexer.value
      toasts.done(on ? t('indexers.turnedOn', { name }) : t('indexers.turnedOff', { name }))
    },
  }
  return deeds
}
