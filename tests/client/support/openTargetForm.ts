import { h } from 'vue'
import type { SessionDto } from '#contract/auth'
import type { NotificationKind, NotificationKindsDto, NotificationTargetDto } from '#contract/notifications'
import type { TargetScope } from '#client/features/notifications/queries'
import TargetForm from '#client/features/notifications/TargetForm.vue'
import { useSessionStore } from '#client/app/session'
import type { Answer } from './fakeServer'
import { json } from './fakeServer'
import { aPreview, aTarget, aTestResult, someKinds } from './notificationSamples'
import { arrive, openPage } from './openPage'

/** Opens only the form of a target. */
export async function openTargetForm({
  target = null,
  kind,
  scope = 'notifications',
  kinds = someKinds(),
  session = {},
  answers = {},
}: {
  target?: NotificationTargetDto | null
  kind?: NotificationKind
  scope?: TargetScope
  kinds?: NotificationKindsDto
  session?: Partial<SessionDto>
  answers?: Record<string, Answer>
} = {}) {
  const at = `/api/settings/${scope}`
  let finished = 0
  const page = await openPage('/settings/notifications', {
    user: { role: 'admin' },
    session,
    answers: {
      [`GET ${at}/kinds`]: () => json(kinds),
      [`POST ${at}`]: () => json(aTarget(), { status: 201 }),
      [`PUT ${at}/{}`]: () => json(aTarget()),
      [`POST ${at}/preview`]: () => json(aPreview()),
      [`POST ${at}/test`]: () => json(aTestResult()),
      [`POST ${at}/{}/test`]: () => json(aTestResult()),
      ...answers,
    },
    component: {
      setup() {
        const session = useSessionStore()
        return () => session.user && h(TargetForm, { scope, target, kind, onDone: () => (finished += 1) })
      },
    },
  })
  const bodies = (name: string) => page.server.called(name).map(({ body }) => body)

  async function tick(name: string) {
    const label = [...document.querySelectorAll('label')].find((other) => other.textContent?.trim() === name)
    label?.querySelector('input')?.click()
    await arrive()
  }

  return {
    ...page,
    tick,
    save: () => page.submitWith('Name'),
    finished: () => finished,
    created: () => bodies(`POST ${at}`),
    changed: () => bodies(`PUT ${at}/{}`),
    previewed: () => bodies(`POST ${at}/preview`),
    tested: () => bodies(`POST ${at}/test`),
    testedSaved: () => bodies(`POST ${at}/{}/test`),
    /** The announced texts. */
    statuses: () =>
      [...document.querySelectorAll('[role="status"]')].map((part) => part.textContent?.trim() ?? ''),
  }
}
