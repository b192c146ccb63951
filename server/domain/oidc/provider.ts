import type { Signals } from '#server/db/database'
import { createInspection } from './check.service'
import type { OpenId } from './oidc.types'

/** Says that an administrator has the provider asked again, so that no instance keeps using what it knew. */
const PROVIDER_ASKED = 'oidc-provider'

interface ProviderDependencies {
  fetch: typeof globalThis.fetch
  signals: Signals
  clock: () => Date
}

/** Builds what talks with the provider and compares the settings with what it says. */
export function createProvider({ signals, ...dependencies }: ProviderDependencies) {
  const openId = createOpenIdWhenAsked(dependencies)
  signals.subscribe(PROVIDER_ASKED, openId.forget)
  return { openId, inspect: createInspection({ openId, forget: () => signals.publish(PROVIDER_ASKED, '') }) }
}

/** Loads what speaks OpenID Connect when a provider is asked for the first time: most servers have none. */
function createOpenIdWhenAsked(dependencies: Omit<ProviderDependencies, 'signals'>): OpenId {
  let made: OpenId | undefined
  const openId = async () => {
    const { createOpenId } = await import('./drivers/openid')
    return (made ??= createOpenId(dependencies))
  }
  return {
    discover: async (...args) => (await openId()).discover(...args),
    facts: async (...args) => (await openId()).facts(...args),
    depart: async (...args) => (await openId()).depart(...args),
    arrive: async (...args) => (await openId()).arrive(...args),
    endSessionAddress: async (...args) => (await openId()).endSessionAddress(...args),
    // What was never asked remembers nothing.
    forget: () => made?.forget(),
  }
}
