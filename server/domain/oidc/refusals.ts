import { auditNote } from '#contract/audit-note'
import { AppError } from '#server/errors'
import type { Audit } from '#server/domain/audit/audit.service'

/** How often the same reason for which nobody can set out is written down, in milliseconds: once a minute. */
const REPEATED_AFTER = 60_000

/** Writes down for administrators who was not let in, and why. */
export function createRefusals(dependencies: { audit: Pick<Audit, 'record'>; clock: () => Date }) {
  const { audit, clock } = dependencies
  const record = (error: AppError, address: string) =>
    audit.record({
      kind: 'sign_in_failed',
      actor: null,
      note: auditNote('refused_by_provider', { ...error.params, reason: error.params['why'] ?? error.code }),
      address,
    })
  let last = { reason: '', at: 0 }

  return {
    /** Somebody came back from the provider. */
    async atReturn(error: unknown, address: string): Promise<void> {
      if (error instanceof AppError) await record(error, address)
    },

    /** Somebody wanted to set out, which anybody may, as often as they like. */
    async atStart(error: unknown, address: string): Promise<void> {
      if (!(error instanceof AppError) || error.code === 'oidc_off') return
      const at = clock().getTime()
      if (last.reason === error.message && at - last.at < REPEATED_AFTER) return
      last = { reason: error.message, at }
      await record(error, address)
    },
  }
}

export type Refusals = ReturnType<typeof createRefusals>
