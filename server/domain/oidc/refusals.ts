import { auditNote } from '#contract/audit-note'
import { AppError } from '#server/errors/app-error'
import type { Audit } from '#server/domain/audit/audit.service'

/** Milliseconds before the same reason is recorded again: one minute. */
const REPEATED_AFTER = 60_000

/** Records for administrators who was refused, and why. */
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
    /** A person returned from the provider. */
    async atReturn(error: unknown, address: string): Promise<void> {
      if (error instanceof AppError) await record(error, address)
    },

    /** A person tried to start a sign-in, which anyone may do any number of times. */
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
