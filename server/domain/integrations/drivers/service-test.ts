import {
  found,
  serverName,
  testAnswer,
  testFailure,
  type IndexerTestDto,
  type TestFinding,
} from '#contract/connection-test'
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

/**
 * That a client answers and takes the credentials.
 * @param version null where it does not tell.
 * @param remarks what has to be changed there before all of it works.
 */
export function answers(
  service: string,
  version: string | null,
  remarks: readonly TestFinding[] = [],
): IndexerTestDto {
  return testAnswer('ok', version, found('answers', { server: serverName(service, version) }), ...remarks)
}

/**
 * What is to be said of a category that a client does not have: it would put downloads elsewhere.
 * @param known those that it has; the case of letters counts.
 * @param place where they are set up there.
 */
export function missingCategory(
  { service, place }: { service: string; place: string },
  category: string,
  known: readonly string[],
): TestFinding[] {
  if (category === '' || known.includes(category)) return []
  return [found('category_missing', { service, category, place })]
}
