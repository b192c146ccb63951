import { issueAt } from '#contract/issue-words'
import { fault, type Fault, type IssueDto } from '#contract/issues'
import type { NotificationKind } from '#contract/notifications'
import type { TargetKind } from './kind.types'
import type { BodyType } from './notifications.types'
import { resolveAddress } from './target-address.rules'
import { resolveHeaders, withheldHeaders } from './target-headers.rules'
import { findTemplateProblem } from './template.rules'

/** A target's request as a person enters it. Omitted parts are kept or get a default. */
export interface GivenTarget {
  url?: string | undefined
  body_type?: BodyType | undefined
  body?: string | undefined
  headers?: Record<string, string | null> | undefined
  token?: string | null | undefined
}

/** A target's request, decrypted and complete. */
export interface TargetContents {
  url: string
  bodyType: BodyType
  body: string
  headers: Record<string, string>
}

type Decision =
  { contents: TargetContents; problems?: undefined } | { contents?: undefined; problems: IssueDto[] }

/**
 * Combines the new target with the stored one.
 * @param stored the present target; null for a new one.
 * @returns the contents to store, or every invalid field.
 */
export function decideTarget(
  kind: TargetKind,
  given: GivenTarget,
  stored: (TargetContents & { kind: NotificationKind }) | null,
): Decision {
  // Values meant for one service are wrong for another.
  const same = stored?.kind === kind.kind ? stored : null
  const filledIn = same ?? (kind.kind === 'custom' ? null : defaultsOf(kind))
  const bodyType = given.body_type ?? filledIn?.bodyType
  const body = given.body ?? filledIn?.body
  const problems: IssueDto[] = []
  const url = decideAddress(kind, given.url, stored?.url ?? null, problems)
  const withheld = stored && url !== null ? withheldHeaders(kind, stored, url) : new Set<string>()
  const wanted = given.headers ?? (same && keepAll(kind, same.headers))
  const resolved = wanted
    ? resolveHeaders(wanted, stored?.headers ?? {}, withheld)
    : { headers: { ...filledIn?.headers }, problems: [] }
  const { headers } = resolved
  problems.push(
    ...resolved.problems,
    ...applyToken(kind, given.token, headers, { headers: same?.headers ?? {}, withheld }),
  )
  const lacking = kind.findHeaderProblem?.(headers) ?? null
  if (lacking !== null) problems.push(issueAt('headers', lacking))
  if (bodyType === undefined) problems.push(issueAt('body_type', fault('required')))
  else if (!kind.bodyTypes.includes(bodyType)) {
    const accepted = kind.bodyTypes.join(' or ')
    problems.push(issueAt('body_type', fault('wrong_body_type', { accepted, kind: kind.kind })))
  }
  if (body === undefined) problems.push(issueAt('body', fault('required')))
  if (body === undefined || bodyType === undefined) return { problems }
  const template = findBodyProblem(kind, body, bodyType)
  if (template !== null) problems.push(issueAt('body', template))
  return url === null || problems.length > 0 ? { problems } : { contents: { url, bodyType, body, headers } }
}

/** The defaults of a kind. */
export function defaultsOf(kind: TargetKind): Omit<TargetContents, 'url'> {
  return { bodyType: kind.bodyTypes[0], body: kind.body, headers: { ...kind.headers } }
}

/** What is wrong with the body of a target, or null. */
export function findBodyProblem(kind: TargetKind, body: string, bodyType: BodyType): Fault | null {
  const problem = findTemplateProblem(body, bodyType)
  if (problem !== null || bodyType === 'text' || kind.kind === 'custom') return problem
  return body.trimStart().startsWith('{') ? null : fault('not_a_json_object')
}

function decideAddress(
  kind: TargetKind,
  given: string | undefined,
  stored: string | null,
  problems: IssueDto[],
): string | null {
  if (given === undefined && stored === null) {
    problems.push(issueAt('url', fault('required')))
    return null
  }
  const resolved = given === undefined ? stored : resolveAddress(given, stored)
  if (resolved === null) {
    problems.push(issueAt('url', fault('hidden_parts')))
    return null
  }
  const address = kind.completeAddress?.(resolved) ?? resolved
  const problem = kind.findAddressProblem?.(address) ?? null
  if (problem !== null) problems.push(issueAt('url', problem))
  return address
}

/** Keeps every header unchanged; the token is handled separately. */
function keepAll(kind: TargetKind, headers: Readonly<Record<string, string>>): Record<string, null> {
  const token = kind.token && findHeader(headers, kind.token.header)
  const names = Object.keys(headers).filter((name) => name !== token)
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** Writes the token into its header: a new one, none, or the stored one unless the header was given. */
function applyToken(
  kind: TargetKind,
  token: string | null | undefined,
  headers: Record<string, string>,
  { headers: stored, withheld }: { headers: Record<string, string>; withheld: ReadonlySet<string> },
): IssueDto[] {
  if (!kind.token) return token ? [issueAt('token', fault('takes_no_token', { kind: kind.kind }))] : []
  const present = findHeader(headers, kind.token.header)
  if (typeof token === 'string') {
    if (present !== undefined) delete headers[present]
    if (token !== '') headers[kind.token.header] = kind.token.write(token)
    return []
  }
  const kept = findHeader(stored, kind.token.header)
  if (present !== undefined || kept === undefined) return []
  if (withheld.has(kept.toLowerCase())) return [issueAt('token', fault('enter_again_for_kind'))]
  headers[kept] = stored[kept] ?? ''
  return []
}

/** The name of a header, as it is spelled among the given ones. */
export function findHeader(headers: Readonly<Record<string, unknown>>, name: string): string | undefined {
  return Object.keys(headers).find((written) => written.toLowerCase() === name.toLowerCase())
}
