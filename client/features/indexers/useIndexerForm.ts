import { computed, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type { ConfigurationEntryDto, IndexerDto, IndexerTestDto } from '#contract/indexers'
import type { IndexerChanges } from './queries'
import { useContractForm } from '#client/ui/forms/useContractForm'
import { useStoredDraft } from '#client/ui/forms/useStoredDraft'
import { useText } from '#client/app/i18n'
import { useIndexerChanges } from './queries'
import { useToastsStore } from '#client/ui/toasts'
import type { IndexerDraft } from './indexerDraft'
import { changesOf, changesSchema, draftOf } from './indexerDraft'

/** What the values are sent for. */
export type IndexerDeed = 'save' | 'test' | 'switch'

/**
 * The form of one indexer: saving it, trying it with values that are not saved, and switching it on or off.
 * @param indexer as it is stored
 */
export function useIndexerForm({
  entries,
  indexer,
  element,
}: {
  entries: readonly ConfigurationEntryDto[]
  indexer: Readonly<Ref<IndexerDto>>
  element: Readonly<Ref<HTMLElement | null>>
}) {
  const { t } = useText()
  const toasts = useToastsStore()
  const { change, test } = useIndexerChanges(() => indexer.value.name)

  const draft = ref<IndexerDraft>(draftOf(entries, indexer.value))
  const deed = ref<IndexerDeed>('save')
  const finding = shallowRef<IndexerTestDto | null>(null)

  const { saving } = useStoredDraft({ draft, stored: () => draftOf(entries, indexer.value) })
  // What was found is about the values that were tried.
  watch(
    draft,
    () => {
      finding.value = null
    },
    { deep: true },
  )

  const deeds: Record<IndexerDeed, (changes: IndexerChanges) => Promise<void>> = {
    async save(changes) {
      await saving(() => change.mutateAsync(changes))
      forgetSecrets()
      const { name, enabled } = indexer.value
      toasts.done(enabled ? t('indexers.saved', { name }) : t('indexers.savedOff', { name }))
    },
    async test(changes) {
      finding.value = await test.mutateAsync(changes)
    },
    async switch(changes) {
      const on = changes['enabled'] === true
      // Switching it off sends nothing of what is filled in.
      await (on ? saving(() => change.mutateAsync(changes)) : change.mutateAsync(changes))
      if (on) forgetSecrets()
      const { name } = indexer.value
      toasts.done(on ? t('indexers.turnedOn', { name }) : t('indexers.turnedOff', { name }))
    },
  }

  const changes = () => changesOf(entries, draft.value, indexer.value)
  const form = useContractForm({
    schema: changesSchema(entries),
    values: changes,
    element,
    isChanged: () => Object.keys(changes()).length > 0,
    send: (changes) => deeds[deed.value](changes),
  })

  function forgetSecrets() {
    for (const { name, secret } of entries) if (secret) draft.value[name] = { kind: 'kept' }
  }

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
    save: () => send('save', changes()),
    test: () => send('test', changes()),
    /** What was filled in comes along when it is switched on: it may be what it needs. */
    turn: (on: boolean) => send('switch', on ? { ...changes(), enabled: true } : { enabled: false }),
  }
}
