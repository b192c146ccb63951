import type { AuditEntryDto } from '#contract/audit'
import { LOGIN_TYPES, ROLES } from '#contract/common'
import { issueInWords, type WordsOf } from '#contract/words/in-words'
import type { Params } from '#contract/words/keys'
import { useFormat } from '#client/ui/useFormat'
import { useCodes, useText, type PlainMessageKey } from '#client/app/i18n'
import { useSettingWords } from '#client/features/connections/useSettingWords'
import { PROVIDER_LABELS } from '#client/features/security/useProviderWords'

/** The settings' names in forms. */
const SETTINGS = {
  enabled: 'audit.enabled',
  access_token_expiry: 'security.rules.sessionLength',
  min_password_length: 'security.rules.minPassword',
  ...PROVIDER_LABELS,
} as const satisfies Record<string, PlainMessageKey>

/** Renders an entry and its details as text. */
export function useAuditWords() {
  const { t } = useText()
  const { readable } = useFormat()
  const wordsOf = useCodes()
  const { nameOf } = useSettingWords()

  /** Roles and login types have names; anything else is shown as stored. */
  function named(word: string): string {
    const role = ROLES.find((candidate) => candidate === word)
    if (role) return t(`users.roles.${role}`)
    const type = LOGIN_TYPES.find((candidate) => candidate === word)
    return type ? t(`security.type.${type}`) : readable(word)
  }

  /** @param name as the server stores it; the sentence already names the service */
  const setting = (name: string) => (isIn(SETTINGS, name) ? t(SETTINGS[name]) : nameOf(name))

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
      if (who === null && isOfFile(kind)) return t(`audit.own.${kind}`, { subject: whom ?? '' })
      if ((kind === 'invitation_created' || kind === 'invitation_revoked') && whom === null) {
        return t(`audit.own.${kind}`, { actor })
      }
      if (kind === 'api_keys_revoked') {
        return t('audit.said.api_keys_revoked', { actor, subject: whom ?? t('audit.everyone') })
      }
      const subject = kind === 'login_type_changed' ? named(whom ?? '') : (whom ?? t('audit.nobody'))
      return t(`audit.said.${kind}`, { actor, subject })
    },

    /** Falls back to the server's text for notes that this app has no text for. */
    detailOf({ note, detail }: AuditEntryDto): string | null {
      if (note === null) return null
      if (note.code === 'refused_by_provider') {
        const refusal = refusalWords(note.params, wordsOf) ?? detail
        return refusal && readable(refusal)
      }
      const { names, ...params } = note.params
      const shown = Object.entries(params).map(([name, value]): [string, string | number] => [
        name,
        typeof value === 'string' ? named(value) : value,
      ])
      const settings = typeof names === 'string' && { names: names.split(', ').map(setting).join(', ') }
      const words = wordsOf('auditNotes', note.code, { ...Object.fromEntries(shown), ...settings })
      return words || (detail && readable(detail))
    },
  }
}

/** Why a provider's sign-in was refused; null for reasons that this app has no text for. */
function refusalWords(params: Params, wordsOf: WordsOf): string | null {
  const reason = issueInWords(String(params['reason']), params, wordsOf)
  return reason && (wordsOf('auditNotes', 'refused_by_provider', { reason }) ?? reason)
}

/** What the configuration file changes. */
const OF_FILE = ['indexer_changed', 'connection_added', 'connection_changed'] as const
const isOfFile = (kind: AuditEntryDto['kind']): kind is (typeof OF_FILE)[number] =>
  OF_FILE.some((known) => known === kind)

function isIn<T extends object>(names: T, word: PropertyKey): word is keyof T {
  return Object.hasOwn(names, word)
}
