import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type {
  NotificationEvent,
  NotificationKind,
  NotificationKindsDto,
  NotificationTargetDto,
  NotificationTestDto,
} from '#contract/notifications'
import { SERVICE_KINDS, notificationTargetBody, testNotificationBody } from '#contract/notifications'
import { useContractForm } from '#client/ui/forms/useContractForm'
import { useText } from '#client/app/i18n'
import { useTargetChanges, type TargetScope } from './queries'
import type { SecretDraft } from '#client/ui/forms/secretDraft'
import type { KindDto, TargetDraft } from './targetDraft'
import {
  draftOf,
  inputOf,
  isJsonTemplate,
  lacksToken,
  newDraft,
  repeatedHeader,
  testInputOf,
  withKind,
} from './targetDraft'

/** Default events: for administrators the requests of others, for others their own. */
const FIRST_EVENTS: Record<TargetScope, readonly NotificationEvent[]> = {
  notifications: ['onNewRequest'],
  'account/notifications': ['onRequestApproved', 'onRequestDeclined', 'onAvailable'],
}

const KEPT: SecretDraft = { kind: 'kept' }

export interface TargetFormProps {
  scope: TargetScope
  kinds: NotificationKindsDto
  /** The target to change; null for a new one. */
  target: NotificationTargetDto | null
  /** The initial kind of a new target. */
  firstKind: NotificationKind
}

interface TargetFormOptions extends TargetFormProps {
  element: Readonly<Ref<HTMLElement | null>>
  onSaved: () => void
}

/** The form of a target: its kind, saving, and testing unsaved values. */
export function useTargetForm(options: TargetFormOptions) {
  const { kinds } = options
  const { t } = useText()
  const filled = useDraft(options)
  const { draft, kind, tokenStored, repeated } = filled
  const { saving, testing, form, action, finding, tested, clear } = useSending(options, filled)

  watch(draft, forget, { deep: true })
  function forget() {
    // A test result applies to the values that were tested.
    finding.value = null
    if (repeated.value === null || repeatedHeader(draft.value) === repeated.value) return
    repeated.value = null
    clear()
  }

  /** @returns whether the values may be sent */
  async function begin(as: 'save' | 'test'): Promise<boolean> {
    if (saving.busy.value || testing.busy.value) return false
    action.value = as
    finding.value = null
    repeated.value = repeatedHeader(draft.value)
    if (repeated.value !== null) await form.value.complain('repeated', t('issues.header_twice'))
    else if (isBadJson(draft.value, kinds)) await form.value.complain('body', t('notifications.form.badJson'))
    else return true
    return false
  }

  return {
    ...filled,
    chooseKind(name: NotificationKind) {
      draft.value = withKind(draft.value, kind.value, kindOf(kinds, name))
      clear()
    },
    finding,
    errors: computed(() => form.value.errors.value),
    failure: computed(() => form.value.failure.value),
    action,
    /** What is in progress. */
    doing: computed(() => (form.value.busy.value ? action.value : null)),
    async save() {
      if (!(await begin('save'))) return
      const lacking = lacksToken(draft.value, kind.value, tokenStored.value)
      await (lacking ? saving.complain('token', t('issues.required')) : saving.submit())
    },
    async test(event: NotificationEvent) {
      tested.value = event
      if (await begin('test')) await testing.submit()
    },
  }
}

/** The form's values, and what its kind implies. */
function useDraft({ scope, kinds, target, firstKind }: TargetFormOptions) {
  const { events } = kinds
  const firstEvents = FIRST_EVENTS[scope].filter((event) => events.includes(event))
  const draft = ref<TargetDraft>(target ? draftOf(target) : newDraft(kindOf(kinds, firstKind), firstEvents))
  return {
    draft,
    events,
    /** The kinds that the server knows, in a useful order. */
    kindNames: SERVICE_KINDS.filter((name) => kinds.kinds.some(({ kind }) => kind === name)),
    /** The row of a duplicate header. */
    repeated: ref<number | null>(null),
    kind: computed(() => kindOf(kinds, draft.value.kind)),
    /** Whether a stored token would be kept. */
    tokenStored: computed(() => target?.kind === draft.value.kind && target.token?.set === true),
  }
}

/** Saves the target, and tests it as filled in. */
function useSending(
  { scope, target, element, onSaved }: TargetFormOptions,
  { draft, kind }: ReturnType<typeof useDraft>,
) {
  const { t } = useText()
  const changes = useTargetChanges(scope)
  const id = target?.id ?? null
  const atFirst = textOf(draft.value)
  const saved = ref(false)
  const finding = shallowRef<NotificationTestDto | null>(null)
  const tested = ref<NotificationEvent>('onNewRequest')

  const saving = useContractForm({
    schema: notificationTargetBody,
    values: () => inputOf(draft.value, kind.value),
    element,
    isChanged: () => !saved.value && textOf(draft.value) !== atFirst,
    async send(body) {
      const { name } = await changes.save.mutateAsync({ id, body })
      saved.value = true
      onSaved()
      return t('notifications.saved', { name })
    },
  })
  const testing = useContractForm({
    schema: testNotificationBody,
    values: () => testInputOf(draft.value, kind.value, tested.value),
    element,
    // Only saving stores the values.
    isChanged: () => false,
    async send(body) {
      finding.value = await changes.test.mutateAsync({ id, body })
    },
  })
  const action = ref<'save' | 'test'>('save')
  return {
    saving,
    testing,
    /** The one last submitted. */
    form: computed(() => (action.value === 'save' ? saving : testing)),
    action,
    finding,
    tested,
    clear() {
      saving.clear()
      testing.clear()
    },
  }
}

function kindOf({ kinds }: NotificationKindsDto, name: NotificationKind): KindDto {
  const found = kinds.find(({ kind }) => kind === name)
  if (!found) throw new Error(`The server does not know the kind ${name}`)
  return found
}

/** A header row counts as a change once it is added, a secret from its first character. */
function textOf({ token, ...rest }: TargetDraft): string {
  return JSON.stringify({ ...rest, token: token.kind === 'replaced' && token.text === '' ? KEPT : token })
}

function isBadJson({ body, body_type }: TargetDraft, { variables }: NotificationKindsDto): boolean {
  return body_type === 'json' && body !== '' && !isJsonTemplate(body, variables)
}
