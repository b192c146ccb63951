import type { SecurityDto } from '#contract/security'
import type { FieldError } from '#client/app/problem'
import { useText, type PlainMessageKey } from '#client/app/i18n'
import { useFieldWords } from '#client/ui/forms/useFieldWords'

/** The labels of the provider's settings. */
export const PROVIDER_LABELS = {
  oidc_endpoint: 'security.oidc.endpoint',
  oidc_client_id: 'security.oidc.clientId',
  oidc_client_secret: 'security.oidc.clientSecret',
  oidc_scope: 'security.oidc.scope',
  oidc_username_claim: 'security.oidc.usernameClaim',
  oidc_group_claim: 'security.oidc.groupClaim',
  oidc_group_untrusted: 'security.oidc.groupUntrusted',
  oidc_group_trusted: 'security.oidc.groupTrusted',
  oidc_group_admin: 'security.oidc.groupAdmin',
  oidc_redirect_scheme: 'security.oidc.redirectScheme',
  oidc_logout_url: 'security.oidc.logoutUrl',
  oidc_token_endpoint_auth_method: 'security.oidc.authMethod',
  oidc_allow_takeover: 'security.oidc.takeover',
} as const satisfies Record<Extract<keyof SecurityDto, `oidc_${string}`>, PlainMessageKey>

/** The findings of a provider check, with the form's labels. */
export function useProviderWords() {
  const { t } = useText()
  const { ofServer } = useFieldWords()
  return {
    inWords: (issue: FieldError) =>
      isSetting(issue.path) ? `${t(PROVIDER_LABELS[issue.path])}: ${ofServer(issue)}` : ofServer(issue),
  }
}

function isSetting(name: string): name is keyof typeof PROVIDER_LABELS {
  return Object.hasOwn(PROVIDER_LABELS, name)
}
