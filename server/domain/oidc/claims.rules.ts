import { ROLES, type Role } from '#contract/common'
import { shorten } from '#server/upstream/redaction.rules'
import type { RoleGroups } from '#server/domain/settings/settings.types'
import type { Claims } from './oidc.types'

/**
 * Finds a claim by its configured name. A claim of exactly that name wins, so names with dots and colons work
 * (`https://example.org/user`, `urn:example:user`); otherwise dots lead into nested objects
 * (`resource_access.earmark.roles`), and the longest name at each step wins.
 * @returns undefined if there is none or it is null, which providers use for unknown.
 */
export function findClaim(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name] ?? undefined
  for (let dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
    const outer = name.slice(0, dot)
    const nested = Object.hasOwn(claims, outer) ? claims[outer] : undefined
    if (!isObject(nested)) continue
    const found = findClaim(nested, name.slice(dot + 1))
    if (found !== undefined) return found
  }
  return undefined
}

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The groups in a claim: a list, one text, or an object whose keys are the names, as Zitadel sends its roles
 * (`{ "admin": { "2801506": "example.org" } }`); a key names a group only with true
 * or something in it. Semicolons and commas separate
 * names; spaces do so only if there are neither, because names may contain spaces (`users; Site Admin`). Anything else
 * names no group.
 */
export function parseGroups(claim: unknown): string[] {
  const groups = typeof claim === 'string' ? splitGroups(claim) : listGroups(claim)
  return groups
    .filter((group): group is string => typeof group === 'string')
    .map((group) => group.trim())
    .filter((group) => group !== '')
}

function listGroups(claim: unknown): unknown[] {
  // Some providers send one object per organisation.
  if (Array.isArray(claim))
    return claim.flatMap((entry: unknown) => (isObject(entry) ? keysOf(entry) : [entry]))
  return isObject(claim) ? keysOf(claim) : []
}

const keysOf = (claim: Claims) =>
  Object.keys(claim).filter((name) => {
    const value = claim[name]
    return value === true || (isObject(value) && Object.keys(value).length > 0)
  })

const splitGroups = (text: string) => text.split(/[;,]/.test(text) ? /[;,]/ : /\s+/)

/**
 * The role from a claim of groups: the highest whose group is in it, ignoring case.
 * @param names the provider's names of the groups; empty for one that is named after the role.
 * @returns undefined if there is none, which leaves the role as it was.
 */
export function roleOfClaim(claim: unknown, names: RoleGroups): Role | undefined {
  // A name in LDAP has commas: cn=admin,ou=groups,dc=example,dc=org.
  const whole = typeof claim === 'string' ? [claim.trim()] : []
  const sent = new Set([...whole, ...parseGroups(claim)].map((group) => group.toLowerCase()))
  return ROLES.findLast((role) => sent.has((names[role] || role).toLowerCase()))
}

/** Maximum groups shown of a claim, and characters of each. */
const MAX_SHOWN = 30
const MAX_SHOWN_LENGTH = 200

/** The groups in a claim as an administrator is to see them: bounded, and text as it was sent. */
export function showGroups(claim: unknown): string[] {
  const groups = typeof claim === 'string' ? [claim.trim()].filter((text) => text !== '') : parseGroups(claim)
  return groups.slice(0, MAX_SHOWN).map((group) => shorten(group, MAX_SHOWN_LENGTH))
}
