import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import { useApiQuery, useChange } from '#client/app/calls'
import type { BodyOf, QueryOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'

/** Whether people have passwords here, so that they can be invited. */
export function useMayInvite() {
  const session = useSessionStore()
  return computed(() => {
    const type = session.session?.login_type
    return type === 'forms' || type === 'basic'
  })
}

/** A page of the open invitations. */
export function useInvitations(view: MaybeRefOrGetter<QueryOf<'listInvitations'>>) {
  return useApiQuery('listInvitations', () => ({
    key: [KEYS.invitations],
    query: toValue(view),
    keepsPrevious: () => true,
  }))
}

export function useInvitationChanges() {
  const stale = [KEYS.invitations]
  return {
    create: useChange((call, body: BodyOf<'createInvitation'>) => call('createInvitation', { body }), stale),
    revoke: useChange((call, id: string) => call('revokeInvitation', { params: { id } }), stale),
  }
}

/** The invitation of a link. Never refetched, because each call counts as an attempt. */
export function useOpenInvitation(token: () => string) {
  return useApiQuery('findInvitation', () => ({
    key: [KEYS.openInvitation],
    body: { token: token() },
    staleTime: Infinity,
  }))
}
