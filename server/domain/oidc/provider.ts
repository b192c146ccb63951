import type { Signals } from '#server/db/database'
import type { CheckOidc } from '#server/domain/settings/settings.types'
import { createInspection } from './check.service'
import type { OpenId } from './oidc.types'

/** Signal that an administrator refreshed the provider, so that every instance clears its cache. */
const PROVIDER_REFRESHED = 'oidc-provider'

interface ProviderDependencies {
  fetch: typeof globalThis.fetch
  signals: Signals
  clock: () => Date
}

/** Builds the provider client and the comparison of settings. */
export function createProvider({ signals, ...dependencies }: ProviderDependencies) {
  const openId = createLazyOpenId(dependencies)
  signals.subscribe(PROVIDER_REFRESHED, openId.forget)
  const inspect = createInspection({ openId, forget: () => signals.publish(PROVIDER_REFRESHED, '') })
  const checkOidc: CheckOidc = async (candidate) => (await inspect(candidate)).problems
  return { openId, inspect, checkOidc }
}

/** Loads the OpenID Connect package on first use, as most servers have no provider. */
function createLazyOpenId(dependencies: Omit<ProviderDependencies, 'signals'>): OpenId {
  let made: OpenId | undefined
  const openId = async () => {
    const { createOpenId } = await import('./drivers/openid')
    return (made ??= createOpenId(dependencies))
  }
  return {
    discover: async (...args) => (await openId()).discover(...args),
    facts: async (...args) => (await openId()).facts(...args),
    startSignIn: async (...args) => (await openId()).startSignIn(...args),
    completeSignIn: async (...args) => (await openId()).completeSignIn(...args),
    endSessionAddress: async (...args) => (await openId()).endSessionAddress(...args),
    // A client that was never created has cached nothing.
    forget: () => made?.forget(),
  }
}
