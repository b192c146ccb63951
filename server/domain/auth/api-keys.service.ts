import { nameKey } from '#server/name-key.rules'
import type { z } from 'zod'
import type { ApiKeyDto, CreateApiKeyBody, createdApiKey } from '#contract/api-keys'
import type { Database } from '#server/db/database'
import type { Logger } from '#server/log'
import type { Audit } from '../audit/audit.service'
import { invalidKey, keyNameTaken, unfitField, unknownKey } from './auth.errors'
import type { Actor, Asking, CurrentUser, Identity } from './auth.types'
import type { ApiKeysRepository } from './api-keys.repository'
import { createLastUse } from './last-use'
import { USE_RESOLUTION } from './sessions.rules'

/** Makes a key recognisable in a log or a repository where it should not be. */
const PREFIX = 'earmark_'

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Keys with which programs act as their owner; the database knows a digest of each only. */
export function createApiKeys(dependencies: {
  repository: ApiKeysRepository
  audit: Pick<Audit, 'record'>
  transaction: Database['write']
  tokens: { random: () => string; digest: (token: string) => string }
  /** Counts a wrong key from an address. */
  noteFailure: (address: string) => void
  clock: () => Date
  log: Logger
}) {
  const { repository, audit, transaction, tokens, noteFailure, clock, log } = dependencies
  const noteUse = createLastUse({
    log,
    save: ({ id, at }) =>
      repository.noteUse({ id, at, unlessSince: new Date(at.getTime() - USE_RESOLUTION) }),
  })
  const missing = () => unknownKey('You have no such API key.')

  return {
    /**
     * Who a key belongs to.
     * @throws AppError `invalid_api_key` for one that is unknown, disabled or expired.
     */
    async identify(key: string, address: string, asking: Asking): Promise<Identity> {
      const found = await repository.find(tokens.digest(key))
      const now = clock()
      if (!found?.enabled || (found.expiresAt && found.expiresAt <= now)) {
        noteFailure(address)
        throw invalidKey('This API key is unknown, disabled or expired.', {
          headers: { 'www-authenticate': 'Bearer realm="Earmark", error="invalid_token"' },
        })
      }
      if (asking === 'use') noteUse({ id: found.id, at: now, address }, found.lastUsedAt)
      return { user: found.user, via: 'key', ...(found.readOnly && { readOnly: true }) }
    },

    async list(user: CurrentUser): Promise<ApiKeyDto[]> {
      const keys = await repository.list(user.id)
      return keys.map(({ id, name, enabled, readOnly, expiresAt, createdAt, lastUsedAt }) => ({
        id,
        name,
        enabled,
        read_only: readOnly,
        expires_at: expiresAt?.toISOString() ?? null,
        created_at: createdAt.toISOString(),
        last_used: lastUsedAt?.toISOString() ?? null,
      }))
    },

    /** @throws AppError `api_key_name_taken`, where case makes no difference, or `validation_failed`. */
    async create(actor: Actor, body: CreateApiKeyBody): Promise<z.infer<typeof createdApiKey>> {
      const { name, read_only: readOnly } = body
      const now = clock()
      const expiresAt = body.expires_at === null ? null : new Date(body.expires_at)
      if (expiresAt && expiresAt <= now) {
        const message = 'must be in the future'
        throw unfitField(`expires_at: ${message}`, { errors: [{ path: 'expires_at', message }] })
      }
      const key = PREFIX + tokens.random()
      const { user, address } = actor
      await transaction(async (within) => {
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
        if (!stored) throw keyNameTaken('You have an API key of this name already.')
        await audit.record({ kind: 'api_key_created', actor: user.username, subject: name, address }, within)
      })
      return { name, key }
    },

    /** @throws AppError `unknown_api_key`. */
    async delete(user: CurrentUser, id: string): Promise<void> {
      if (!(await repository.delete(user.id, id))) throw missing()
    },

    /** Disables an enabled key and the other way round. @throws AppError `unknown_api_key`. */
    async toggle(user: CurrentUser, id: string): Promise<void> {
      if (!(await repository.toggle(user.id, id))) throw missing()
    },
  }
}
