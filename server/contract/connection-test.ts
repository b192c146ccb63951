import { z } from 'zod'
import { causeSchema, causeText, type Cause } from './cause'
import { coded } from './words/coded'

/** The findings of a connection test. Codes are stable; the texts say what to do. */
export const CONNECTION_TEST_CODES = [
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
type TestCode = (typeof CONNECTION_TEST_CODES)[number]

const findings = coded('testFindings', { id: 'TestFinding', code: z.string() })
export type TestFinding = z.infer<typeof findings.schema>
/** One finding of a test. */
export const { create: found } = findings

export const connectionTestSchema = z
  .object({
    code: z.enum(CONNECTION_TEST_CODES),
    text: z.string().meta({ description: 'The result and what to do, in words' }),
    findings: z
      .array(findings.schema)
      .meta({ description: 'The same as codes, one per sentence; empty if `cause` says why it failed' }),
    cause: causeSchema.nullable(),
    version: z.string().nullable(),
  })
  .meta({ id: 'IndexerTest' })
export type ConnectionTestDto = z.infer<typeof connectionTestSchema>

/** The result of a test that reached the service. @param version null if unknown. */
export function testAnswer(
  code: TestCode,
  version: string | null,
  ...said: TestFinding[]
): ConnectionTestDto {
  return { code, text: said.map(findings.text).join(' '), findings: said, cause: null, version }
}

/** A result with more findings. */
export function withFindings(result: ConnectionTestDto, more: readonly TestFinding[]): ConnectionTestDto {
  const text = [result.text, ...more.map(findings.text)].join(' ')
  return { ...result, text, findings: [...result.findings, ...more] }
}

/** The result of a failed test. */
export function testFailure(code: TestCode, cause: Cause): ConnectionTestDto {
  return { code, text: causeText(cause), findings: [], cause, version: null }
}

/** A service with its version, if known. */
export const serverName = (service: string, version: string | null): string =>
  version === null || version === '' ? service : `${service} ${version}`
