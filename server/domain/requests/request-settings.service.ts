import { auditNote } from '#contract/audit-note'
import type { PatchRequestSettingsBody, RequestSettingsDto } from '#contract/request-settings'
import type { FeatureContext } from '#server/domain/feature-context'
import type { Actor } from '#server/domain/auth/auth.types'
import { bind } from '#server/domain/bind'
import type { Settings } from '#server/domain/settings/settings.service'

interface Context extends Pick<FeatureContext, 'transaction' | 'audit' | 'announce'> {
  settings: Pick<Settings, 'snapshot' | 'prepare'>
}

/** The settings for requests. */
export function createRequestSettings(context: Context) {
  return bind(context, { read, patch })
}

async function read({ settings }: Context): Promise<RequestSettingsDto> {
  const stored = await settings.snapshot()
  return { quotas: stored('request_quotas'), approval: stored('approval') }
}

/** Omitted fields stay unchanged. Changes apply from the next request on. */
async function patch(context: Context, changes: PatchRequestSettingsBody, actor: Actor): Promise<void> {
  const { settings, transaction, audit, announce } = context
  const names = Object.keys(changes)
  if (names.length === 0) return
  const store = await settings.prepare({
    request_quotas: changes.quotas,
    approval: changes.approval,
  })
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    await store(within)
    const note = auditNote('settings', { names: names.join(', ') })
    const { user, address } = actor
    await audit.record({ kind: 'request_settings_changed', actor: user.username, note, address }, within)
  })
  announce({ topic: 'requests' }, 'everyone')
}
