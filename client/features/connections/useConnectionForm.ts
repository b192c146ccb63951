import { computed, ref, type Ref } from 'vue'
import { z } from 'zod'
import { connectionName, type ConnectionDriverDto, type ConnectionDto } from '#contract/connections'
import { useText } from '#client/app/i18n'
import type { BodyOf } from '#client/app/operations'
import { changesOf, changesSchema, draftOf, type SettingsDraft, type StoredSettings } from './settingsDraft'
import { useSettingsForm } from './useSettingsForm'
import { useToastsStore } from '#client/ui/toasts'
import { useConnectionChanges } from './queries'

export interface ConnectionFormProps {
  drivers: readonly ConnectionDriverDto[]
  /** The connection to change; null for a new one. */
  connection: ConnectionDto | null
  /** The initial program of a new one. */
  firstDriver: string
  /** Names already in use. */
  taken: readonly string[]
}

interface ConnectionFormOptions extends ConnectionFormProps {
  element: Readonly<Ref<HTMLElement | null>>
  onSaved: () => void
}

/** The form of a connection: its program, saving, and testing unsaved values. */
export function useConnectionForm(options: ConnectionFormOptions) {
  const filled = useDraft(options)
  const { driver, entries, draft, name, changes } = filled
  const saved = ref(false)
  const { save, test } = useSending(options, driver)

  const { send, clear, ...form } = useSettingsForm({
    schema: z.object({
      name: connectionName,
      settings: changesSchema(() => entries.value, options.connection === null),
    }),
    values: () => ({ name: name.value, settings: changes() }),
    element: options.element,
    isChanged: () => !saved.value && filled.isChanged(),
    tested: [draft, driver],
    actions: {
      async save(body) {
        await save(body)
        saved.value = true
        options.onSaved()
      },
      test,
    },
    first: 'save',
  })

  return {
    ...form,
    driver,
    entries,
    draft,
    name,
    choose(chosen: string) {
      filled.choose(chosen)
      clear()
    },
    save: () => send('save'),
    test: () => send('test'),
  }
}

/** The form's values, which depend on the program. */
function useDraft({ drivers, connection, firstDriver, taken }: ConnectionFormOptions) {
  const { t } = useText()
  const driver = ref(connection?.driver ?? firstDriver)
  const entries = computed(() => drivers.find((known) => known.driver === driver.value)?.entries ?? [])
  const stored: StoredSettings = connection ?? { settings: {} }
  const draft = ref<SettingsDraft>(draftOf(entries.value, stored))
  const atFirst = computed(() => connection?.name ?? freeName(driver.value))
  const name = ref(atFirst.value)
  const changes = () => changesOf(entries.value, draft.value, stored)

  /** A program's name, with a number if it is taken. */
  function freeName(of: string): string {
    const isTaken = (wanted: string) => taken.some((other) => other.toLowerCase() === wanted.toLowerCase())
    let [wanted, n] = [of, 1]
    while (isTaken(wanted)) wanted = t('connections.form.numbered', { name: of, n: (n += 1) })
    return wanted
  }

  /** Changes the program; values that both programs share are kept, and so is a custom name. */
  function choose(chosen: string) {
    const kept = name.value === atFirst.value
    driver.value = chosen
    const fresh = draftOf(entries.value, stored)
    const same = Object.entries(draft.value).filter(
      ([setting, value]) => typeof value === typeof fresh[setting],
    )
    draft.value = { ...fresh, ...Object.fromEntries(same) }
    if (kept) name.value = freeName(chosen)
  }

  const isChanged = () => Object.keys(changes()).length > 0 || name.value !== atFirst.value
  return { driver, entries, draft, name, changes, isChanged, choose }
}

/** The body for a connection. */
type Body = Pick<BodyOf<'createConnection'>, 'name' | 'settings'>

function useSending({ connection }: ConnectionFormOptions, driver: Readonly<Ref<string>>) {
  const { t } = useText()
  const toasts = useToastsStore()
  const { add, change, test } = useConnectionChanges()
  return {
    async save(body: Body) {
      const { name } = connection
        ? await change.mutateAsync({ id: connection.id, body })
        : await add.mutateAsync({ driver: driver.value, ...body })
      toasts.done(t('connections.form.saved', { name }))
    },
    test({ settings }: Body) {
      const id = connection?.id
      return test.mutateAsync({ driver: driver.value, settings, ...(id && { id }) })
    },
  }
}
