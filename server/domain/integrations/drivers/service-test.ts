import {
  found,
  serverName,
  testAnswer,
  testFailure,
  type IndexerTestDto,
  type TestFinding,
} from '#contract/connection-test'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'

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
 * Tests a connection.
 * @param ask returns the result; an AppError becomes a result as well.
 * @param codes result codes by error code, if the errors are not those of `connection.errors.ts`.
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
 * The result for a client that responds and accepts the credentials.
 * @param version null if unknown.
 * @param remarks what to change in the client before everything works.
 */
export function answers(
  service: string,
  version: string | null,
  remarks: readonly TestFinding[] = [],
): IndexerTestDto {
  return testAnswer('ok', version, found('answers', { server: serverName(service, version) }), ...remarks)
}

/**
 * Advice about a category that the client lacks, so that downloads would end up elsewhere.
 * @param known existing categories, case-sensitive.
 * @param place where in the client to set up categories.
 */
export function missingCategory(
  { service, place }: { service: string; place: string },
  category: string,
  known: readonly string[],
): TestFinding[] {
  if (category === '' || known.includes(category)) return []
  return [found('category_missing', { service, category, place })]
}
