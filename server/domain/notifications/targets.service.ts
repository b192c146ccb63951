import type { NotificationTargetBody, NotificationTargetDto } from '#contract/notifications'
import type { LiveEvent } from '#contract/system'
import { nameKey } from '#server/name-key.rules'
import type { SecretBox } from '../settings/settings.types'
import { targetNameTaken, unfitTarget, unknownTarget } from './notifications.errors'
import type { StoredTarget } from './notifications.types'
import { maskAddress, resolveAddress } from './target-address.rules'
import { resolveHeaders } from './target-headers.rules'
import { openTarget, sealTarget, type TargetSecrets } from './target-secrets'
import type { LastDelivery, NewTarget, TargetsRepository } from './targets.repository'
import { findTemplateProblem } from './template.rules'

export interface TargetsDependencies {
  repository: TargetsRepository
  secretBox: SecretBox
  /** Has waiting messages sent, as a target may take them now. */
  wake: () => void
  announce: (event: LiveEvent, audience: { admins: boolean; userIds: string[] }) => void
  clock: () => Date
}

export type NotificationTargets = ReturnType<typeof createNotificationTargets>

/** Where notifications go, as administrators set it. Secrets come in and never go out. */
export function createNotificationTargets(dependencies: TargetsDependencies) {
  const { repository, secretBox, wake, announce, clock } = dependencies

  async function seal(id: string, body: NotificationTargetBody, secrets: TargetSecrets): Promise<NewTarget> {
    return {
      id,
      name: body.name,
      nameKey: nameKey(body.name),
      ...(await sealTarget(secretBox, id, secrets)),
      events: body.events,
      bodyType: body.body_type,
      body: body.body,
      enabled: body.enabled,
    }
  }

  async function present(target: StoredTarget): Promise<NotificationTargetDto> {
    const [secrets, last] = await Promise.all([
      openTarget(secretBox, target),
      repository.lastDeliveries([target.id]),
    ])
    return toDto(target, secrets, last.get(target.id))
  }

  function changed(): void {
    wake()
    announce({ topic: 'notifications' }, { admins: true, userIds: [] })
  }

  return {
    /** @returns every target, by name. */
    async list(): Promise<NotificationTargetDto[]> {
      const targets = await repository.list()
      const last = await repository.lastDeliveries(targets.map(({ id }) => id))
      return Promise.all(
        targets.map(async (target) =>
          toDto(target, await openTarget(secretBox, target), last.get(target.id)),
        ),
      )
    },

    /** @throws AppError `validation_failed`, `target_name_taken`. */
    async create(body: NotificationTargetBody): Promise<NotificationTargetDto> {
      const target = await seal(crypto.randomUUID(), body, decideSecrets(body, null))
      if (!(await repository.add(target, clock()))) throw refuseName(body.name)
      changed()
      return present(target)
    },

    /**
     * Changes a target. A header whose value is null and an address that comes back as it was shown keep what
     * is stored.
     * @throws AppError `validation_failed`, `unknown_target`, `target_name_taken`.
     */
    async update(id: string, body: NotificationTargetBody): Promise<NotificationTargetDto> {
      for (;;) {
        const before = await repository.find(id)
        if (!before) throw refuseUnknown()
        const after = await seal(id, body, decideSecrets(body, await openTarget(secretBox, before)))
        const outcome = await repository.replace(before, after, clock())
        if (outcome === 'name_taken') throw refuseName(body.name)
        // Somebody else was faster: what is kept has to be read again.
        if (outcome === 'changed') continue
        changed()
        return present(after)
      }
    },

    /** Switches a target off when it is on, else on. @throws AppError `unknown_target`. */
    async toggle(id: string): Promise<NotificationTargetDto> {
      const target = await repository.toggle(id, clock())
      if (!target) throw refuseUnknown()
      changed()
      return present(target)
    },

    /** Removes a target and what is still to be sent to it. @throws AppError `unknown_target`. */
    async remove(id: string): Promise<void> {
      if (!(await repository.remove(id))) throw refuseUnknown()
      changed()
    },
  }
}

/** @throws AppError `validation_failed` naming every field at fault. */
function decideSecrets(body: NotificationTargetBody, stored: TargetSecrets | null): TargetSecrets {
  const url = resolveAddress(body.url, stored?.url ?? null)
  const { headers, problems } = resolveHeaders(body.headers, stored?.headers ?? {})
  const template = findTemplateProblem(body.body, body.body_type)
  const errors = [
    ...(url === null
      ? [{ path: 'url', message: 'has hidden parts (***) that must be entered again for another address' }]
      : []),
    ...problems,
    ...(template === null ? [] : [{ path: 'body', message: template }]),
  ]
  const [first] = errors
  if (url === null || first) {
    throw unfitTarget(first ? `${first.path}: ${first.message}` : 'The target is not valid.', { errors })
  }
  return { url, headers }
}

function toDto(
  target: StoredTarget,
  secrets: TargetSecrets,
  last: LastDelivery | undefined,
): NotificationTargetDto {
  const [event, ...more] = target.events
  return {
    id: target.id,
    name: target.name,
    url: maskAddress(secrets.url),
    events: target.events,
    event_type: event !== undefined && more.length === 0 ? event : null,
    body_type: target.bodyType,
    body: target.body,
    headers: Object.fromEntries(
      Object.keys(secrets.headers).map((name) => [name, { value: null, set: true as const }]),
    ),
    enabled: target.enabled,
    last_delivery: last
      ? {
          state: last.state,
          at: last.updatedAt.toISOString(),
          attempts: last.attempts,
          error: last.error,
          next_attempt_at: last.state === 'pending' ? last.nextAttemptAt.toISOString() : null,
        }
      : null,
  }
}

function refuseName(name: string) {
  return targetNameTaken(`There is a target called ${name} already.`, {
    errors: [{ path: 'name', message: 'is taken' }],
  })
}

function refuseUnknown() {
  return unknownTarget('There is no such notification target.')
}
