import { causeOf, type Cause } from '#contract/cause'
import type { CauseCode } from '#contract/cause-codes'

/** Causes that name a download client, quote it, or ask for something only administrators can do. */
const ADMIN_ONLY: readonly CauseCode[] = [
  'client_says',
  'client_failed_it',
  'client_in_trouble',
  'client_files_missing',
  'download_gone',
  'downloads_failed',
  'download_had_before',
]

/**
 * Why a fulfilment failed, in as much detail as a person may see: only administrators see download clients.
 * @param everyone whether the person may see everything that administrators see.
 */
export function causeFor(cause: Cause, everyone: boolean): Cause {
  if (everyone) return cause
  if (cause.code === 'waits_for') return causeOf('waits_for_service')
  if (ADMIN_ONLY.some((code) => code === cause.code)) return causeOf('download_failed')
  const causes = cause.causes?.map((part) => causeFor(part, everyone))
  return causes?.some((part, at) => part.code !== cause.causes?.[at]?.code) ? { ...cause, causes } : cause
}
