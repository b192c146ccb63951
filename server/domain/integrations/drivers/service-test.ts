import type { IndexerTestDto } from '#contract/indexers'
import { AppError } from '#server/errors'
import { causeFrom } from '#server/problem'
import type { DriverFinding } from '#server/domain/integrations/integrations.types'

const CODES: Readonly<Record<string, IndexerTestDto['code']>> = {
  connection_unreachable: 'unreachable',
  connection_timed_out: 'timed_out',
  connection_not_the_api: 'not_the_api',
  connection_refused: 'wrong_key',
  connection_lacks_library: 'no_library',
  connection_failed: 'answered_with_error',
}

/**
 * Tries a connection.
 * @param ask throws the errors of `connection.errors.ts`, or tells what was found.
 */
export async function testService(
  ask: () => Promise<Pick<IndexerTestDto, 'text' | 'version'>>,
): Promise<DriverFinding> {
  try {
    return { code: 'ok', ...(await ask()) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const code = CODES[error.code] ?? 'answered_with_error'
    return { code, text: error.message, version: null, cause: causeFrom(error) }
  }
}

/** That a client answers and takes the credentials. @param version null where it does not tell. */
export function answersText(service: string, version: string | null, rest = ''): string {
  return `${service}${version === null ? '' : ` ${version}`} answers and accepts the credentials.${rest}`
}
