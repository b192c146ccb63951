import { computed, nextTick, ref, shallowRef } from 'vue'
import type { Ref } from 'vue'
import type { z } from 'zod'
import { ProblemError } from '../api/problem'
import { useFieldWords } from './useFieldWords'

export interface ContractForm<S extends z.ZodType> {
  /** The contract's schema for the body: the server checks with the same one. */
  schema: S
  /** Sends the values once they are valid; throws a ProblemError when the server refuses them. */
  send: (values: z.input<S>) => Promise<void>
  /** The form, whose first faulty field gets the focus. */
  element: Readonly<Ref<HTMLElement | null>>
}

/** A form whose fields show what the contract's schema or the server has against them. */
export function useContractForm<S extends z.ZodType>({ schema, send, element }: ContractForm<S>) {
  const { ofIssue, ofServer } = useFieldWords()
  const errors = ref<Record<string, string>>({})
  const failure = shallowRef<unknown>(null)
  const busy = ref(false)

  async function submit(values: z.input<S>): Promise<void> {
    if (busy.value) return
    failure.value = null
    const checked = schema.safeParse(values)
    if (!checked.success)
      return show(checked.error.issues.map((issue) => [issue.path.join('.'), ofIssue(issue)]))
    errors.value = {}
    busy.value = true
    try {
      await send(values)
    } catch (error) {
      await refuse(error)
    } finally {
      busy.value = false
    }
  }

  async function refuse(error: unknown) {
    if (!(error instanceof ProblemError)) throw error
    if (error.errors.length === 0) failure.value = error
    else await show(error.errors.map(({ path, message }) => [path, ofServer(message)]))
  }

  /** The first complaint about each field. */
  async function show(complaints: [path: string, words: string][]) {
    errors.value = Object.fromEntries(complaints.toReversed())
    await nextTick()
    const faulty = element.value?.querySelector<HTMLElement>('[aria-invalid="true"]')
    faulty?.focus()
    // The label tells which one it is.
    faulty?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
  }

  return {
    errors,
    failure: computed(() => failure.value),
    busy: computed(() => busy.value),
    submit,
    /** Shows something against a field that the schema does not know of. */
    complain: (path: string, words: string) => show([[path, words]]),
  }
}
