import { auditNote } from '#contract/audit-note'
import type { Database } from '#server/db/database'
import type { Audit } from '#server/domain/audit/audit.service'
import type { Settings } from '#server/domain/settings/settings.service'
import type { Announce } from '#server/domain/announce'
import type { Sessions } from './sessions.service'
import type { SetupState } from './setup-state.service'

/** No one is signed in while the server starts. */
const NOBODY = {}

/** The login type forced by the environment, which changes only with a restart. */
export function createForcedLoginType(dependencies: {
  setupState: SetupState
  settings: Pick<Settings, 'lock' | 'put'>
  sessions: Pick<Sessions, 'endAll'>
  audit: Pick<Audit, 'record'>
  transaction: Database['write']
  announce: Announce
}) {
  const { setupState, settings, sessions, audit, transaction, announce } = dependencies
  const { forced } = setupState

  return {
    /**
     * Applies this instance's environment at its start. If the login type differs from the last one,
     * everyone's sessions end, as after a change in the settings; if several instances start together, only
     * one of them ends the sessions.
     */
    async settle(): Promise<void> {
      if (!(await setupState.initialised())) return
      const changed = await transaction(async (within) => {
        const former = await setupState.lockLoginType(within)
        if ((await settings.lock('forced_login_type', within)) === forced) return false
        await settings.put('forced_login_type', forced ?? null, within)
        const current = await setupState.lockLoginType(within)
        if (current === former) return false
        await sessions.endAll(NOBODY, within)
        const by = { before: former ?? '', after: current ?? '', variable: 'SVC_APP__FORCE_LOGIN_TYPE' }
        const note = auditNote('changed_by_environment', by)
        await audit.record({ kind: 'login_type_changed', actor: null, subject: current, note }, within)
        return true
      })
      if (changed) announce({ topic: 'session' }, 'everyone')
    },
  }
}
