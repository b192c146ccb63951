import { z } from 'zod'
import { causeSchema, causeText, type Cause } from './cause'
import { paramsSchema } from './issues'
import { inEnglish } from './words/english'
import type { CodeIn, ParamsArgument } from './words/keys'

/** The findings of a connection test. Codes are stable; the texts say what to do. */
export const INDEXER_TEST_CODES = [
  'ok',
  'incomplete',
  'unreachable',
  'timed_out',
  'not_the_api',
  'wrong_key',
  'no_download_client',
  'no_indexers',
  'no_library',
  'answered_with_error',
] as const
type TestCode = (typeof INDEXER_TEST_CODES)[number]

type TestFindingCode = CodeIn<'testFindings'>

const testFindingSchema = z
  .object({
    code: z.string().meta({ description: 'Stable, for programs' }),
    params: paramsSchema,
  })
  .meta({ id: 'TestFinding' })
export type TestFinding = z.infer<typeof testFindingSchema>

export const indexerTestSchema = z
  .object({
    code: z.enum(INDEXER_TEST_CODES),
    text: z.string().meta({ description: 'The result and what to do, in words' }),
    findings: z
      .array(testFindingSchema)
      .meta({ description: 'The same as codes, one per sentence; empty if `cause` says why it failed' }),
    cause: causeSchema.nullable(),
    version: z.string().nullable(),
  })
  .meta({ id: 'IndexerTest' })
export type IndexerTestDto = z.infer<typeof indexerTestSchema>

/** One finding, with the parameters of its text. */
export function found<C extends TestFindingCode>(
  code: C,
  ...[params]: ParamsArgument<`testFindings.${C}`>
): TestFinding {
  return { code, params: params ?? {} }
}

/** The result of a test that reached the service. @param version null if unknown. */
export function testAnswer(
  code: TestCode,
  version: string | null,
  ...findings: TestFinding[]
): IndexerTestDto {
  const text = findings.map(({ code, params }) => inEnglish('testFindings', code, params)).join(' ')
  return { code, text, findings, cause: null, version }
}

/** The result of a failed test. */
export function testFailure(code: TestCode, cause: Cause): IndexerTestDto {
  return { code, text: causeText(cause), findings: [], cause, version: null }
}

/** A service with its version, if known. */
export const serverName = (service: string, version: string | null): string =>
  version === null || version === '' ? service : `${service} ${version}`
