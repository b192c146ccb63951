import type { SecurityDto } from '#contract/security'
import { ROOT_SETTINGS } from '#contract/security'
import type { SecurityChange } from './queries'

type ProviderSetting = Extract<keyof SecurityDto, `oidc_${string}`>

/** The provider's settings being edited. */
export interface ProviderDraft extends Pick<SecurityDto, Exclude<ProviderSetting, 'oidc_client_secret'>> {
  /** Empty: keeps the stored one. */
  oidc_client_secret: string
}

export function providerDraft(security: SecurityDto): ProviderDraft {
  return {
    oidc_endpoint: security.oidc_endpoint,
    oidc_client_id: security.oidc_client_id,
    oidc_client_secret: '',
    oidc_scope: security.oidc_scope,
    oidc_username_claim: security.oidc_username_claim,
    oidc_group_claim: security.oidc_group_claim,
    oidc_group_untrusted: security.oidc_group_untrusted,
    oidc_group_trusted: security.oidc_group_trusted,
    oidc_group_admin: security.oidc_group_admin,
    oidc_redirect_scheme: security.oidc_redirect_scheme,
    oidc_token_endpoint_auth_method: security.oidc_token_endpoint_auth_method,
    oidc_logout_url: security.oidc_logout_url,
    oidc_allow_takeover: security.oidc_allow_takeover,
  }
}

/** The body: only changes, so that two administrators do not undo each other's work. */
export function providerChange(draft: ProviderDraft, security: SecurityDto): SecurityChange {
  const before = providerDraft(security)
  const same = (name: string, value: unknown) =>
    Object.entries(before).some(([other, stored]) => other === name && stored === value)
  return Object.fromEntries(Object.entries(draft).filter(([name, value]) => !same(name, value)))
}

/** Whether a change requires the root administrator's password. */
export function needsRoot(change: SecurityChange): boolean {
  return ROOT_SETTINGS.some((name) => change[name] !== undefined)
}
