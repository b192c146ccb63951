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
  /** As it is stored. */
  indexer: Readonly<Ref<IndexerDto>>
  element: Readonly<Ref<HTMLElement | null>>
}

/** The form of one indexer: saving it, testing it with values that are not saved, and switching it on or off. */
export function useIndexerForm({ entries, indexer, element }: IndexerFormOptions) {
  const draft = ref<IndexerDraft>(draftOf(entries, indexer.value))
  const finding = shallowRef<IndexerTestDto | null>(null)
  const deed = ref<IndexerDeed>('save')
  const deeds = useDeeds({ entries, indexer, draft, finding })

  // A finding is about the values that were tried.
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
    /** What is under way. */
    doing: computed(() => (form.busy.value ? deed.value : null)),
    /** The first time that nothing is missing, saving also switches it on. */
    save: () => {
      const body = changes()
      return send('save', completes(entries, indexer.value, body) ? { ...body, enabled: true } : body)
    },
    test: () => send('test', changes()),
    /** Switching it on also saves the values: it may need them. */
    turn: (on: boolean) => send('switch', on ? { ...changes(), enabled: true } : { enabled: false }),
  }
}

interface Filled extends Omit<IndexerFormOptions, 'element'> {
  draft: Ref<IndexerDraft>
  finding: Ref<IndexerTestDto | null>
}

/** Does what the values are sent for, and says that it is done. */
function useDeeds({ entries, indexer, draft, finding }: Filled) {
  const { t } = useText()
  const toasts = useToastsStore()
  const { change, test } = useIndexerChanges(() => indexer.value.name)
  const { saving } = useStoredDraft({ draft, stored: () => draftOf(entries, indexer.value) })

  async function save(changes: IndexerChanges): Promise<void> {
    await saving(() => change.mutateAsync(changes))
    // Secrets leave the page, and what was emptied shows the default that is back.
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
      // Switching it off sends none of the values.
      await (on ? save(changes) : change.mutateAsync(changes))
      const { name } = indexer.value
      toasts.done(on ? t('indexers.turnedOn', { name }) : t('indexers.turnedOff', { name }))
    },
  }
  return deeds
}
