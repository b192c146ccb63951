import {
  found,
  serverName,
  testAnswer,
  testFailure,
  type ConnectionTestDto,
  type TestFinding,
} from '#contract/connection-test'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'

/** The result of a test by error code, without the name of the service that some begin with. */
const CODES: Readonly<Record<string, ConnectionTestDto['code']>> = {
  unreachable: 'unreachable',
  timed_out: 'timed_out',
  not_the_api: 'not_the_api',
  refused: 'wrong_key',
  wrong_key: 'wrong_key',
  signed_out: 'wrong_key',
  lacks_library: 'no_library',
}

/** Tests a connection. @param ask returns the result; an AppError becomes a result as well. */
export async function testService(ask: () => Promise<ConnectionTestDto>): Promise<ConnectionTestDto> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const code = error.code.replace(/^(?:connection|prowlarr|mam)_/, '')
    return testFailure(CODES[code] ?? 'answered_with_error', causeFrom(error))
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
): ConnectionTestDto {
  return testAnswer('ok', version, found('answers', { server: serverName(service, version) }), ...remarks)
}

/** The answer to a question that a test can do without; null if the service refuses or does not know it. */
export async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
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
