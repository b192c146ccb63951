import type { AuditEntryDto, AuditKind } from '#contract/audit'
import { LOGIN_TYPES, ROLES } from '#contract/common'
import { useFormat } from '#client/ui/useFormat'
import { useText, type PlainMessageKey } from '#client/app/i18n'
import { settingLabel } from '#client/features/indexers/settingLabel'

/** How a change is written down: what it was and what it is. */
const CHANGE = /^(.+) → (.+)$/

/** Kinds whose detail is the names of the settings that were changed. */
const OF_SETTINGS: readonly AuditKind[] = ['indexer_changed', 'connection_changed', 'security_changed']

/** What the forms call the settings. */
const SETTINGS = {
  enabled: 'audit.enabled',
  access_token_expiry: 'security.rules.sessionLength',
  min_password_length: 'security.rules.minPassword',
  oidc_endpoint: 'security.oidc.endpoint',
  oidc_client_id: 'security.oidc.clientId',
  oidc_client_secret: 'security.oidc.clientSecret',
  oidc_scope: 'security.oidc.scope',
  oidc_username_claim: 'security.oidc.usernameClaim',
  oidc_group_claim: 'security.oidc.groupClaim',
  oidc_redirect_scheme: 'security.oidc.redirectScheme',
  oidc_token_endpoint_auth_method: 'security.oidc.authMethod',
  oidc_logout_url: 'security.oidc.logoutUrl',
  oidc_allow_takeover: 'security.oidc.takeover',
} as const satisfies Record<string, PlainMessageKey>

/** How somebody signed in, or what a wrong password was given for. */
const WAYS = {
  form: 'audit.ways.form',
  'password change': 'audit.ways.passwordChange',
  login_type: 'audit.ways.loginTypeChange',
  // As former versions wrote it down.
  'change of the login type': 'audit.ways.loginTypeChange',
  provider: 'audit.ways.providerChange',
  takeover: 'audit.ways.takeover',
  'reset-root': 'audit.ways.resetRoot',
  root: 'audit.ways.root',
} as const satisfies Record<string, PlainMessageKey>

/** Puts what happened into a sentence, and its details into words. */
export function useAuditWords() {
  const { t } = useText()
  const { readable } = useFormat()

  /** Roles, login types and ways to sign in have names; anything else is shown as it was written down. */
  function named(word: string): string {
    const role = ROLES.find((candidate) => candidate === word)
    if (role) return t(`users.roles.${role}`)
    const type = LOGIN_TYPES.find((candidate) => candidate === word)
    if (type) return t(`security.type.${type}`)
    return isIn(WAYS, word) ? t(WAYS[word]) : readable(word)
  }

  /** @param name as the server has it; the service that it is of stands in the sentence already */
  function setting(name: string): string {
    if (isIn(SETTINGS, name)) return t(SETTINGS[name])
    const own = name.replace(/^(?:audiobookshelf|mam|prowlarr)_/, '')
    return settingLabel(own, [own])
  }

  return {
    sentenceOf({ kind, actor: who, subject: whom }: AuditEntryDto): string {
      if (kind === 'sign_in_failed' && who === null) return t('audit.unknownFailed')
      const actor = who ?? t('audit.nobody')
      if (kind === 'user_created' && (who === null || who === whom)) {
        return t('audit.own.user_created', { actor: whom ?? actor })
      }
      if (kind === 'password_changed' && who !== null && who === whom) {
        return t('audit.own.password_changed', { actor })
      }
      if (kind === 'indexer_changed' && who === null) {
        return t('audit.own.indexer_changed', { subject: whom ?? '' })
      }
      if (kind === 'api_keys_revoked') {
        return t('audit.said.api_keys_revoked', { actor, subject: whom ?? t('audit.everyone') })
      }
      const subject = kind === 'login_type_changed' ? named(whom ?? '') : (whom ?? t('audit.nobody'))
      return t(`audit.said.${kind}`, { actor, subject })
    },

    detailOf({ kind, detail }: AuditEntryDto): string | null {
      if (detail === null) return null
      if (OF_SETTINGS.includes(kind)) return detail.split(', ').map(setting).join(', ')
      if (kind === 'api_key_deleted') return t('audit.keyOf', { name: detail })
      if (kind === 'api_keys_revoked') return t('audit.keys', { n: Number(detail) })
      const [, before, after] = CHANGE.exec(detail) ?? []
      if (before === undefined || after === undefined) return named(detail)
      return t('audit.fromTo', { before: named(before), after: named(after) })
    },
  }
}

function isIn<T extends object>(names: T, word: PropertyKey): word is keyof T {
  return Object.hasOwn(names, word)
}
