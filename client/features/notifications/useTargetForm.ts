import { computed, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import type {
  NotificationEvent,
  NotificationKind,
  NotificationKindsDto,
  NotificationTargetDto,
  NotificationTestDto,
} from '#contract/notifications'
import { NOTIFICATION_KINDS, notificationTargetBody, testNotificationBody } from '#contract/notifications'
import type { TargetScope } from './queries'
import { useContractForm } from '#client/ui/forms/useContractForm'
import { useText } from '#client/app/i18n'
import { useTargetChanges } from './queries'
import { useToastsStore } from '#client/ui/toasts'
import type { SecretDraft } from '#client/features/settings/secretDraft'
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

/** What most people want to be told: administrators about what others ask for, others about their own requests. */
const FIRST_EVENTS: Record<TargetScope, readonly NotificationEvent[]> = {
  notifications: ['onNewRequest'],
  'account/notifications': ['onRequestApproved', 'onRequestDeclined', 'onAvailable'],
}

const KEPT: SecretDraft = { kind: 'kept' }

export interface TargetFormOptions {
  scope: TargetScope
  kinds: NotificationKindsDto
  /** The target that is changed; null for a new one. */
  target: NotificationTargetDto | null
  /** The kind a new target begins with. */
  firstKind: NotificationKind
  element: Readonly<Ref<HTMLElement | null>>
  onSaved: () => void
}

/** The form of a target: choosing its kind, saving it, and trying it with values that are not saved. */
export function useTargetForm({ scope, kinds, target, firstKind, element, onSaved }: TargetFormOptions) {
  const { t } = useText()
  const toasts = useToastsStore()
  const changes = useTargetChanges(scope)
  const events = kinds.events.map(({ event }) => event)

  function kindOf(name: NotificationKind): KindDto {
    const found = kinds.kinds.find(({ kind }) => kind === name)
    if (!found) throw new Error(`The server does not know the kind ${name}`)
    return found
  }

  const draft = ref<TargetDraft>(
    target
      ? draftOf(target)
      : newDraft(
          kindOf(firstKind),
          FIRST_EVENTS[scope].filter((event) => events.includes(event)),
        ),
  )
  const kind = computed(() => kindOf(draft.value.kind))
  const tokenStored = computed(() => target?.kind === draft.value.kind && target.token?.set === true)

  /** Rows of headers count from when they are added, and a secret from its first character. */
  const asText = () => {
    const { token, ...rest } = draft.value
    return JSON.stringify({ ...rest, token: token.kind === 'replaced' && token.text === '' ? KEPT : token })
  }
  const atFirst = asText()
  const saved = ref(false)

  const id = target?.id ?? null
  const saving = useContractForm({
    schema: notificationTargetBody,
    values: () => inputOf(draft.value, kind.value),
    element,
    isChanged: () => !saved.value && asText() !== atFirst,
    async send(body) {
      const { name } = await changes.save.mutateAsync({ id, body })
      saved.value = true
      toasts.done(t('notifications.saved', { name }))
      onSaved()
    },
  })

  const finding = shallowRef<NotificationTestDto | null>(null)
  const tested = ref<NotificationEvent>('onNewRequest')
  const testing = useContractForm({
    schema: testNotificationBody,
    values: () => testInputOf(draft.value, kind.value, tested.value),
    element,
    // Saving is what keeps it.
    isChanged: () => false,
    async send(body) {
      finding.value = await changes.test.mutateAsync({ id, body })
    },
  })

  // What was found is about the values that were tried.
  watch(
    draft,
    () => {
      finding.value = null
      if (repeated.value !== null && repeatedHeader(draft.value) !== repeated.value) {
        repeated.value = null
        saving.clear()
        testing.clear()
      }
    },
    { deep: true },
  )

  const deed = ref<'save' | 'test'>('save')
  const form = computed(() => (deed.value === 'save' ? saving : testing))
  const repeated = ref<number | null>(null)

  /** Looks at what the schema does not know of. */
  async function isFit(): Promise<boolean> {
    repeated.value = repeatedHeader(draft.value)
    if (repeated.value !== null) {
      await form.value.complain('repeated', t('issues.header_twice'))
      return false
    }
    const { body, body_type } = draft.value
    if (body_type === 'json' && body !== '' && !isJsonTemplate(body, kinds.variables)) {
      await form.value.complain('body', t('notifications.form.badJson'))
      return false
    }
    return true
  }

  async function begin(as: 'save' | 'test'): Promise<boolean> {
    if (saving.busy.value || testing.busy.value) return false
    deed.value = as
    finding.value = null
    return isFit()
  }

  return {
    draft,
    kind,
    /** Those that the server knows, in an order that makes sense. */
    kindNames: NOTIFICATION_KINDS.filter((name) => kinds.kinds.some(({ kind: known }) => known === name)),
    events,
    /** A token is stored that would be kept. */
    tokenStored,
    chooseKind(name: NotificationKind) {
      draft.value = withKind(draft.value, kind.value, kindOf(name))
      saving.clear()
      testing.clear()
    },
    finding,
    repeated,
    errors: computed(() => form.value.errors.value),
    failure: computed(() => form.value.failure.value),
    deed: computed(() => deed.value),
    /** What is under way. */
    doing: computed(() => (form.value.busy.value ? deed.value : null)),
    async save() {
      if (!(await begin('save'))) return
      if (lacksToken(draft.value, kind.value, tokenStored.value)) {
        return saving.complain('token', t('issues.required'))
      }
      await saving.submit()
    },
    async test(event: NotificationEvent) {
      tested.value = event
      if (await begin('test')) await testing.submit()
    },
  }
}
