import type { NotificationKind } from '#contract/notifications'
import type { TargetKind } from './kind.types'
import type { BodyType } from './notifications.types'
import { resolveAddress } from './target-address.rules'
import { ENTER_AGAIN, resolveHeaders, type HeaderProblem } from './target-headers.rules'
import { withheldHeaders } from './target-move.rules'
import { findTemplateProblem } from './template.rules'

/** What a request to a target is made of, as a person gives it; what is left out stays or has a default. */
export interface GivenTarget {
  url?: string | undefined
  body_type?: BodyType | undefined
  body?: string | undefined
  headers?: Record<string, string | null> | undefined
  token?: string | null | undefined
}

/** The same, decrypted and complete. */
export interface TargetContents {
  url: string
  bodyType: BodyType
  body: string
  headers: Record<string, string>
}

export type Decision =
  { contents: TargetContents; problems?: undefined } | { contents?: undefined; problems: HeaderProblem[] }

/**
 * Puts together what a target is to be.
 * @param stored the present one; null for a new target.
 * @returns every field at fault where there is one.
 */
export function decideTarget(
  kind: TargetKind,
  given: GivenTarget,
  stored: (TargetContents & { kind: NotificationKind }) | null,
): Decision {
  // What was meant for one service is wrong for another.
  const same = stored?.kind === kind.kind ? stored : null
  const filledIn = same ?? (kind.kind === 'custom' ? null : defaultsOf(kind))
  const bodyType = given.body_type ?? filledIn?.bodyType
  const body = given.body ?? filledIn?.body
  const problems: HeaderProblem[] = []
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
  if (bodyType === undefined) problems.push({ path: 'body_type', message: 'is needed' })
  else if (!kind.bodyTypes.includes(bodyType)) {
    problems.push({ path: 'body_type', message: `must be ${kind.bodyTypes.join(' or ')} for ${kind.kind}` })
  }
  if (body === undefined) problems.push({ path: 'body', message: 'is needed' })
  if (body === undefined || bodyType === undefined) return { problems }
  const template = findBodyProblem(kind, body, bodyType)
  if (template !== null) problems.push({ path: 'body', message: template })
  return url === null || problems.length > 0 ? { problems } : { contents: { url, bodyType, body, headers } }
}

/** What a kind fills in by itself. */
export function defaultsOf(kind: TargetKind): Omit<TargetContents, 'url'> {
  return { bodyType: kind.bodyTypes[0], body: kind.body, headers: { ...kind.headers } }
}

/** What is wrong with the body of a target; null for nothing. */
export function findBodyProblem(kind: TargetKind, body: string, bodyType: BodyType): string | null {
  const problem = findTemplateProblem(body, bodyType)
  if (problem !== null || bodyType === 'text' || kind.kind === 'custom') return problem
  return body.trimStart().startsWith('{') ? null : 'must be a JSON object'
}

function decideAddress(
  kind: TargetKind,
  given: string | undefined,
  stored: string | null,
  problems: HeaderProblem[],
): string | null {
  if (given === undefined && stored === null) {
    problems.push({ path: 'url', message: 'is needed' })
    return null
  }
  const resolved = given === undefined ? stored : resolveAddress(given, stored)
  if (resolved === null) {
    const message = 'has hidden parts (***) that must be entered again for another address'
    problems.push({ path: 'url', message })
    return null
  }
  const address = kind.completeAddress?.(resolved) ?? resolved
  const problem = kind.findAddressProblem?.(address) ?? null
  if (problem !== null) problems.push({ path: 'url', message: problem })
  return address
}

/** Says of every header that it stays as it is; the token stays or goes by itself. */
function keepAll(kind: TargetKind, headers: Readonly<Record<string, string>>): Record<string, null> {
  const token = kind.token && findHeader(headers, kind.token.header)
  const names = Object.keys(headers).filter((name) => name !== token)
  return Object.fromEntries(names.map((name) => [name, null]))
}

/** Writes the token into its header: a new one, none, or what is stored unless a header was given for it. */
function applyToken(
  kind: TargetKind,
  token: string | null | undefined,
  headers: Record<string, string>,
  { headers: stored, withheld }: { headers: Record<string, string>; withheld: ReadonlySet<string> },
): HeaderProblem[] {
  if (!kind.token) return token ? [{ path: 'token', message: `is nothing that ${kind.kind} takes` }] : []
  const present = findHeader(headers, kind.token.header)
  if (typeof token === 'string') {
    if (present !== undefined) delete headers[present]
    if (token !== '') headers[kind.token.header] = kind.token.write(token)
    return []
  }
  const kept = findHeader(stored, kind.token.header)
  if (present !== undefined || kept === undefined) return []
  if (withheld.has(kept.toLowerCase())) return [{ path: 'token', message: ENTER_AGAIN }]
  headers[kept] = stored[kept] ?? ''
  return []
}

/** The name of a header as it is written there. */
export function findHeader(headers: Readonly<Record<string, unknown>>, name: string): string | undefined {
  return Object.keys(headers).find((written) => written.toLowerCase() === name.toLowerCase())
}
