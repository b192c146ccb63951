import type { BodyOf } from '#client/app/operations'
import { useAnswer, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'

const OWN = [KEYS.account, 'own']
const API_KEYS = [KEYS.account, 'keys']
const FEED = [KEYS.account, 'feed']
const DEVICES = [KEYS.account, 'devices']

/** Keys responses by user, because someone else may sign in on the same page. */
function useOwnKey(key: readonly string[]) {
  const session = useSessionStore()
  return () => ({ key: [...key, session.user?.username ?? ''] })
}

/** The person's account and preferences. */
export const useAccount = () => useAnswer('getAccount', useOwnKey(OWN))

/** The person's API keys. */
export const useApiKeys = () => useAnswer('listApiKeys', useOwnKey(API_KEYS))

/** The browsers in which the person is signed in. */
export const useDevices = () => useAnswer('listSessions', useOwnKey(DEVICES))

/** Changes to the person's account; each refetches what it affects. */
export function useAccountChanges() {
  return {
    update: useChange((call, body: BodyOf<'updateAccount'>) => call('updateAccount', { body }), OWN),
    changePassword: useChange(
      (call, body: BodyOf<'changePassword'>) => call('changePassword', { body }),
      API_KEYS,
      DEVICES,
    ),
  }
}

/** Creates, toggles and deletes the person's API keys. */
export function useApiKeyChanges() {
  return {
    create: useChange((call, body: BodyOf<'createApiKey'>) => call('createApiKey', { body }), API_KEYS),
    toggle: useChange((call, id: string) => call('toggleApiKey', { params: { id } }), API_KEYS),
    remove: useChange((call, id: string) => call('deleteApiKey', { params: { id } }), API_KEYS),
  }
}

/** Whether the person's calendar has a private address. */
export const useFeed = () => useAnswer('getFeed', useOwnKey(FEED))

/** Creates and revokes that address. */
export function useFeedChanges() {
  return {
    create: useChange((call) => call('createFeed'), FEED),
    revoke: useChange((call) => call('revokeFeed'), FEED),
  }
}

/** Signing out elsewhere. */
export function useDeviceChanges() {
  return {
    end: useChange((call, id: string) => call('endSession', { params: { id } }), DEVICES),
    endOthers: useChange((call) => call('endOtherSessions'), DEVICES),
  }
}
