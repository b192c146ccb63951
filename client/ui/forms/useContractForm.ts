import { computed, nextTick, ref, shallowRef, watch, type Ref } from 'vue'
import type { z } from 'zod'
import { ProblemError } from '#client/app/problem'
import { useToastsStore } from '#client/ui/toasts'
import { remaining, valueAt, type Complaint } from './complaints.rules'
import { useFieldWords } from './useFieldWords'
import { useUnsaved } from './useUnsaved'

interface ContractForm<S extends z.ZodType> {
  /** The contract's schema for the body, which the server uses too. */
  schema: S
  /** The body as currently filled in. */
  values: () => z.input<S>
  /**
   * Sends the values once they are valid; throws a ProblemError if the server rejects them.
   * @returns a message to show, if any
   */
  send: (values: z.input<S>) => Promise<string | null | void>
  /** The field that a refusal is about, and words for it; null if it is about the whole. */
  refusedField?: (problem: ProblemError) => [path: string, words: string] | null
  /** The form element, whose first invalid field gets the focus. */
  element: Readonly<Ref<HTMLElement | null>>
  /**
   * Whether leaving would lose something; by default, whether the values differ from the initial ones or those last
   * sent.
   */
  isChanged?: () => boolean
}

/**
 * A form whose fields show issues from the contract's schema or the server until they are corrected, and which asks
 * before unsaved input is lost.
 */
export function useContractForm<S extends z.ZodType>(options: ContractForm<S>) {
  const { schema, values, send, isChanged, refusedField } = options
  const { ofIssue, ofServer } = useFieldWords()
  const { complaints, show } = useComplaints(options)
  const toasts = useToastsStore()
  const failure = shallowRef<unknown>(null)
  const busy = ref(false)

  const asText = () => JSON.stringify(values())
  const saved = ref(asText())
  useUnsaved(isChanged ?? (() => asText() !== saved.value))

  async function submit(body: z.input<S> = values()): Promise<void> {
    if (busy.value) return
    failure.value = null
    const checked = schema.safeParse(body, { reportInput: true })
    if (!checked.success) {
      const worded = checked.error.issues.map((issue): WordedIssue => [issue.path.join('.'), ofIssue(issue)])
      return show(worded, 'schema')
    }
    complaints.value = []
    busy.value = true
    const sent = asText()
    try {
      const done = await send(body)
      if (done) toasts.done(done)
      // If `send` itself reported issues, nothing was saved.
      if (complaints.value.length === 0) saved.value = sent
    } catch (error) {
      await refuse(error)
    } finally {
      busy.value = false
    }
  }

  async function refuse(error: unknown) {
    if (!(error instanceof ProblemError)) throw error
    const field = refusedField?.(error)
    const worded = field ? [field] : error.errors.map((issue): WordedIssue => [issue.path, ofServer(issue)])
    if (worded.length === 0) failure.value = error
    else await show(worded, 'server')
  }

  return {
    errors: computed<Record<string, string>>(() =>
      Object.fromEntries(complaints.value.map(({ path, words }) => [path, words])),
    ),
    failure: computed(() => failure.value),
    busy: computed(() => busy.value),
    submit,
    /** Shows an issue that the schema does not know. */
    complain: (path: string, words: string) => show([[path, words]], 'server'),
    /** Clears all issues. */
    clear() {
      complaints.value = []
    },
  }
}

/** An invalid control; buttons that stand in for a control cannot be marked as such, so the field around them is. */
const FAULTY = '[aria-invalid="true"], [data-invalid] button'

type WordedIssue = [path: string, words: string]

/** The issues of fields, until a change of the values resolves them. */
function useComplaints<S extends z.ZodType>({ schema, values, element }: ContractForm<S>) {
  const complaints = ref<Complaint[]>([])

  watch(
    values,
    () => {
      if (complaints.value.length === 0) return
      const checked = schema.safeParse(values())
      const faulty = checked.success ? [] : checked.error.issues.map(({ path }) => path.join('.'))
      complaints.value = remaining(complaints.value, values(), faulty)
    },
    { deep: true },
  )

  /** Shows the first issue of each field. */
  async function show(worded: WordedIssue[], by: Complaint['by']) {
    const first = new Map(worded.toReversed())
    complaints.value = [...first].map(([path, words]) => ({
      path,
      words,
      by,
      about: valueAt(values(), path),
    }))
    await nextTick()
    const faulty = element.value?.querySelector<HTMLElement>(FAULTY)
    faulty?.focus()
    // Scrolls to the whole field, so that its label is visible too.
    faulty?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
  }

  return { complaints, show }
}
