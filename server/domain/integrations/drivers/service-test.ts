import { found, serverName, testAnswer, testFailure, type IndexerTestDto } from '#contract/connection-test'
import { AppError } from '#server/errors'
import { causeFrom } from '#server/problem'

type Codes = Readonly<Record<string, IndexerTestDto['code']>>

const CODES: Codes = {
  connection_unreachable: 'unreachable',
  connection_timed_out: 'timed_out',
  connection_not_the_api: 'not_the_api',
  connection_refused: 'wrong_key',
  connection_lacks_library: 'no_library',
  connection_failed: 'answered_with_error',
}

/**
 * Tries a connection.
 * @param ask tells what was found; an error of the application is the answer.
 * @param codes what its errors are called in the answer, where they are not those of `connection.errors.ts`.
 */
export async function testService(
  ask: () => Promise<IndexerTestDto>,
  codes: Codes = CODES,
): Promise<IndexerTestDto> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return testFailure(codes[error.code] ?? 'answered_with_error', causeFrom(error))
  }
}

/** That a client answers and takes the credentials. @param version null where it does not tell. */
export function answers(service: string, version: string | null): IndexerTestDto {
  return testAnswer('ok', version, found('answers', { server: serverName(service, version) }))
}
