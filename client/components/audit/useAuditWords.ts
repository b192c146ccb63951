import type { AuditEntryDto } from '#contract/audit'
import { LOGIN_TYPES, ROLES } from '#contract/common'
import { useText } from '../../i18n'

/** How a change is written down: what it was and what it is. */
const CHANGE = /^(.+) → (.+)$/

/** Puts what happened into a sentence, and its details into words. */
export function useAuditWords() {
  const { t } = useText()

  /** Roles and login types have names; anything else is shown as it was written down. */
  function named(word: string): string {
    const role = ROLES.find((candidate) => candidate === word)
    if (role) return t(`users.roles.${role}`)
    const type = LOGIN_TYPES.find((candidate) => candidate === word)
    return type ? t(`security.type.${type}`) : word
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
      const subject = kind === 'login_type_changed' ? named(whom ?? '') : (whom ?? t('audit.nobody'))
      return t(`audit.said.${kind}`, { actor, subject })
    },

    detailOf({ detail }: AuditEntryDto): string | null {
      if (detail === null) return null
      const [, before, after] = CHANGE.exec(detail) ?? []
      if (before === undefined || after === undefined) return named(detail)
      return t('audit.fromTo', { before: named(before), after: named(after) })
    },
  }
}
