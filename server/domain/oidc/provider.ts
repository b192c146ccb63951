import type { Signals } from '#server/db/database'
import { createInspection } from './check.service'
import { createOpenId } from './drivers/openid'

/** Says that an administrator has the provider asked again, so that no instance keeps using what it knew. */
const PROVIDER_ASKED = 'oidc-provider'

/** Builds what talks with the provider and compares the settings with what it says. */
export function createProvider(dependencies: {
  fetch: typeof globalThis.fetch
  signals: Signals
  clock: () => Date
}) {
  const { fetch, signals, clock } = dependencies
  const openId = createOpenId({ fetch, clock })
  signals.subscribe(PROVIDER_ASKED, openId.forget)
  return { openId, inspect: createInspection({ openId, forget: () => signals.publish(PROVIDER_ASKED, '') }) }
}
