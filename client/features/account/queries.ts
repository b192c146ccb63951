import type { BodyOf } from '#client/app/operations'
import { useAnswer, useChange } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'
import { useSessionStore } from '#client/app/session'

const OWN = [KEYS.account, 'own']
const API_KEYS = [KEYS.account, 'keys']
const FEED = [KEYS.account, 'feed']
const DEVICES = [KEYS.account, 'devices']

/** Names answers by whose they are: another person may sign in on the same page. */
function useOwnKey(key: readonly string[]) {
  const session = useSessionStore()
  return () => ({ key: [...key, session.user?.username ?? ''] })
}

/** The own account and its preferences. */
export const useAccount = () => useAnswer('getAccount', useOwnKey(OWN))

/** The own API keys. */
export const useApiKeys = () => useAnswer('listApiKeys', useOwnKey(API_KEYS))

/** The browsers in which one is signed in. */
export const useDevices = () => useAnswer('listSessions', useOwnKey(DEVICES))

/** Changing the own account; each change refetches what it touches. */
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

/** Creating, switching and deleting own API keys. */
export function useApiKeyChanges() {
  return {
    create: useChange((call, body: BodyOf<'createApiKey'>) => call('createApiKey', { body }), API_KEYS),
    toggle: useChange((call, id: string) => call('toggleApiKey', { params: { id } }), API_KEYS),
    remove: useChange((call, id: string) => call('deleteApiKey', { params: { id } }), API_KEYS),
  }
}

/** Whether the own calendar has a private address. */
export const useFeed = () => useAnswer('getFeed', useOwnKey(FEED))

/** Making and revoking that address. */
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
