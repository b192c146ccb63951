import { causeOf, type Cause } from '#contract/cause'
import type { CauseCode } from '#contract/cause-codes'

/** What names a download client, tells its words, or asks for what administrators alone can do. */
const OF_CLIENTS: readonly CauseCode[] = [
  'client_says',
  'client_failed_it',
  'client_in_trouble',
  'download_gone',
  'downloads_failed',
  'download_had_before',
]

/**
 * Why work on a book came to nothing, as one person may know it: to others than administrators nothing is told of
 * download clients.
 * @param everyone whether the person may know what administrators know.
 */
export function causeFor(cause: Cause, everyone: boolean): Cause {
  if (everyone) return cause
  if (OF_CLIENTS.some((code) => code === cause.code)) return causeOf('download_failed')
  const causes = cause.causes?.map((part) => causeFor(part, everyone))
  return causes?.some((part, at) => part.code !== cause.causes?.[at]?.code) ? { ...cause, causes } : cause
}
