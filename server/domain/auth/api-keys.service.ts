import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import { refuseIssues } from '#server/errors/problem'
import { nameKey } from '#server/domain/name-key.rules'
import type { z } from 'zod'
import {
  API_KEY_PREFIX,
  type ApiKeyDto,
  type CreateApiKeyBody,
  type createdApiKey,
  type ListUserApiKeysQuery,
  type UserApiKeyListDto,
} from '#contract/api-keys'
import { auditNote } from '#contract/audit-note'
import type { Transaction } from '#server/db/database'
import { mayGrant, type KeyLimits } from './api-keys.rules'
import { beyondKey, invalidKey, keyNameTaken, tooManyKeys, unknownKey } from './auth.errors'
import type { Actor, IdentifyPurpose, CurrentUser, Identity } from './auth.types'
import type { ApiKeysRepository, StoredApiKey } from './api-keys.repository'
import { createLastUse } from './last-use'
import { USE_RESOLUTION } from './sessions.rules'
import { authorOf } from './users.rules'

/** Maximum keys per person: more than anyone has programs, and few enough to look through after a theft. */
const MAX_KEYS = 50

export type ApiKeys = ReturnType<typeof createApiKeys>

interface ApiKeysDependencies extends Pick<
  FeatureContext,
  'transaction' | 'lockUser' | 'audit' | 'clock' | 'log'
> {
  repository: ApiKeysRepository
  tokens: { random: () => string; digest: (token: string) => string }
  /** Makes a person's open pages check whether they are still signed in. */
  announceSession: (userId: string) => void
  /** Counts a wrong key from an address. */
  noteFailure: (address: string) => void
}

const contextOf = (dependencies: ApiKeysDependencies) => {
  const { log, repository } = dependencies
  const noteUse = createLastUse({
    log,
    save: ({ id, at }) =>
      repository.noteUse({ id, at, unlessSince: new Date(at.getTime() - USE_RESOLUTION) }),
  })
  return { ...dependencies, noteUse }
}
type Context = ReturnType<typeof contextOf>

/** Keys that let programs act as their owner; only a digest of each is stored. */
export function createApiKeys(dependencies: ApiKeysDependencies) {
  return bind(contextOf(dependencies), {
    identify,
    list,
    listAll,
    create,
    delete: deleteOwn,
    revoke,
    revokeAll,
    toggle,
  })
}

const missing = () => unknownKey({ why: 'own' })

/** @throws AppError `beyond_api_key` if a key requests one with wider limits than its own. */
function refuseBeyond({ key }: Actor, other: KeyLimits): void {
  if (key && !mayGrant(key, other)) {
    throw beyondKey({ why: 'key' })
  }
}

async function remove(
  { transaction, repository, audit, announceSession }: Context,
  actor: Actor,
  owner: { id: string; username: string },
  id: string,
): Promise<void> {
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    const subject = await repository.delete(within, owner.id, id)
    if (subject === undefined) throw missing()
    const whose = owner.id === actor.user.id ? {} : { note: auditNote('key_owner', { name: owner.username }) }
    await audit.record({ ...authorOf(actor), ...whose, kind: 'api_key_deleted', subject }, within)
  })
  announceSession(owner.id)
}

/**
 * Finds the owner of a key.
 * @throws AppError `invalid_api_key` if it is unknown, disabled or expired.
 */
async function identify(
  context: Context,
  key: string,
  address: string,
  purpose: IdentifyPurpose,
): Promise<Identity> {
  const { repository, tokens, clock, noteFailure, noteUse } = context
  const found = await repository.find(tokens.digest(key))
  const now = clock()
  if (!found?.enabled || (found.expiresAt && found.expiresAt <= now)) {
    noteFailure(address)
    throw invalidKey({}, { headers: { 'www-authenticate': 'Bearer realm="Earmark", error="invalid_token"' } })
  }
  if (purpose === 'use') noteUse({ id: found.id, at: now, address }, found.lastUsedAt)
  const { id, expiresAt, readOnly } = found
  return { user: found.user, via: 'key', key: { id, expiresAt, readOnly } }
}

async function list({ repository }: Context, user: CurrentUser): Promise<ApiKeyDto[]> {
  const keys = await repository.list(user.id)
  return keys.map(toApiKeyDto)
}

/** A page of everyone's keys whose username or name contains `q`. */
async function listAll(context: Context, { q, ...page }: ListUserApiKeysQuery): Promise<UserApiKeyListDto> {
  const { keys, total } = await context.repository.listAll({ ...page, part: q && nameKey(q) })
  return { keys: keys.map((key) => ({ ...toApiKeyDto(key), username: key.username })), total }
}

/**
 * @throws AppError `api_key_name_taken` (ignoring case), `too_many_api_keys`, `validation_failed`, or `beyond_api_key`
 *   if a key requests one with wider limits than its own.
 */
async function create(
  { clock, tokens, transaction, lockUser, repository, audit }: Context,
  actor: Actor,
  body: CreateApiKeyBody,
): Promise<z.infer<typeof createdApiKey>> {
  const { name, read_only: readOnly } = body
  const now = clock()
  const expiresAt = body.expires_at === null ? null : new Date(body.expires_at)
  if (expiresAt && expiresAt <= now) {
    refuseIssues([issueAt('expires_at', fault('in_the_past'))])
  }
  refuseBeyond(actor, { expiresAt, readOnly })
  const key = API_KEY_PREFIX + tokens.random()
  const { user, address } = actor
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    // Concurrent keys are counted one at a time.
    await lockUser(within, user.id)
    if ((await repository.count(within, user.id)) >= MAX_KEYS) throw tooManyKeys({ maximum: MAX_KEYS })
    const stored = await repository.insert(within, {
      id: crypto.randomUUID(),
      userId: user.id,
      name,
      nameKey: nameKey(name),
      keyHash: tokens.digest(key),
      readOnly,
      expiresAt,
      createdAt: now,
    })
    if (!stored) throw keyNameTaken()
    await audit.record({ kind: 'api_key_created', actor: user.username, subject: name, address }, within)
  })
  return { name, key }
}

/** Deletes a person's own key and ends its open connections. @throws AppError `unknown_api_key`. */
async function deleteOwn(context: Context, actor: Actor, id: string): Promise<void> {
  await remove(context, actor, actor.user, id)
}

/** Deletes the key of any user and ends its open connections. @throws AppError `unknown_api_key`. */
async function revoke(context: Context, actor: Actor, id: string): Promise<void> {
  const owner = await context.repository.findOwner(id)
  if (!owner) throw unknownKey({ why: 'any' })
  await remove(context, actor, owner, id)
}

/**
 * Deletes the keys of a user, or of everyone; the caller announces it.
 * @param by who deletes them, for the audit log; null if no one is signed in.
 * @returns how many there were.
 */
async function revokeAll(
  { repository, audit }: Context,
  of: { id: string; username: string } | 'everyone',
  by: { actor: string | null; address?: string },
  within: Transaction,
): Promise<number> {
  const owner = of === 'everyone' ? undefined : of
  const count = await repository.deleteMany(within, owner ? { userId: owner.id } : {})
  const subject = owner ? { subject: owner.username } : {}
  if (count > 0) {
    await audit.record(
      { ...by, ...subject, kind: 'api_keys_revoked', note: auditNote('keys', { n: count }) },
      within,
    )
  }
  return count
}

/**
 * Enables a disabled key, or disables an enabled one.
 * @throws AppError `unknown_api_key`, or `beyond_api_key` if a key enables one with wider limits than its
 *   own.
 */
async function toggle(context: Context, actor: Actor, id: string): Promise<void> {
  const { transaction, repository, announceSession } = context
  await transaction(async (within) => {
    await actor.stillEntitled(within)
    const found = await repository.lock(within, actor.user.id, id)
    if (!found) throw missing()
    if (!found.enabled) refuseBeyond(actor, found)
    await repository.setEnabled(within, id, !found.enabled)
  })
  announceSession(actor.user.id)
}

function toApiKeyDto(key: StoredApiKey): ApiKeyDto {
  const { id, name, enabled, readOnly, expiresAt, createdAt, lastUsedAt } = key
  return {
    id,
    name,
    enabled,
    read_only: readOnly,
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
    last_used: lastUsedAt?.toISOString() ?? null,
  }
}
