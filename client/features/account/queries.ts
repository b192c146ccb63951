import type { BodyOf } from '#client/app/operations'
import { useApiQuery, useChange, useOwnKey } from '#client/app/calls'
import { KEYS } from '#client/app/query-keys'

const OWN = [KEYS.account, 'own']
const API_KEYS = [KEYS.account, 'keys']
const DEVICES = [KEYS.account, 'devices']

/** The person's account and preferences. */
export const useAccount = () => useApiQuery('getAccount', useOwnKey(OWN))

/** The browsers in which the person is signed in. */
export const useDevices = () => useApiQuery('listSessions', useOwnKey(DEVICES))

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

/** Signing out elsewhere. */
export function useDeviceChanges() {
  return {
    end: useChange((call, id: string) => call('endSession', { params: { id } }), DEVICES),
    endOthers: useChange((call) => call('endOtherSessions'), DEVICES),
  }
}
