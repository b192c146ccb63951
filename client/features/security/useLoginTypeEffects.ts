import { computed } from 'vue'
import type { LoginType } from '#contract/common'
import { useText } from '#client/app/i18n'
import { useSessionStore } from '#client/app/session'

/** What a change to another login type brings, as sentences. */
export function useLoginTypeEffects(to: () => LoginType) {
  const { t } = useText()
  const session = useSessionStore()

  return computed(() => {
    const address = new URL('login?backup=1', document.baseURI).href
    const own = {
      forms: [t('security.type.toForms'), t('security.type.needPassword')],
      basic: [t('security.type.toBasic'), t('security.type.needPassword'), t('security.type.needName')],
      oidc: [t('security.type.toOidc', { address })],
      none: [],
    }
    const end = endsOwnSession(session.session?.login_type, to())
      ? t('security.type.allSessionsEnd')
      : t('security.type.sessionsEnd')
    return [...own[to()], t('security.type.atOnce'), end, t('security.type.keysStay')]
  })
}

/** The current session survives only between types that have sessions; without sign-in there is nothing to end. */
function endsOwnSession(from: LoginType | null | undefined, to: LoginType): boolean {
  const hasSession = (type: typeof from) => type === 'forms' || type === 'oidc'
  return to !== 'none' && !(hasSession(to) && hasSession(from))
}
