import type { z } from 'zod'
import type { ApiKeyDto, createdApiKey } from '#contract/api-keys'
import type { Logger } from '#server/log'
import { nameKey } from '#server/name-key.rules'
import { invalidKey, keyNameTaken, unknownKey } from './auth.errors'
import type { CurrentUser, Identity } from './auth.types'
import type { ApiKeysRepository } from './api-keys.repository'
import { createLastUse } from './last-use'
import { USE_RESOLUTION } from './sessions.rules'

/** Makes a key recognisable in a log or a repository where it should not be. */
const PREFIX = 'earmark_'

export type ApiKeys = ReturnType<typeof createApiKeys>

/** Keys with which programs act as their owner; the database knows a digest of each only. */
export function createApiKeys(dependencies: {
  repository: ApiKeysRepository
  tokens: { random: () => string; digest: (token: string) => string }
  clock: () => Date
  log: Logger
}) {
  const { repository, tokens, clock, log } = dependencies
  const noteUse = createLastUse({
    log,
    save: ({ id, at }) =>
      repository.noteUse({ id, at, unlessSince: new Date(at.getTime() - USE_RESOLUTION) }),
  })
  const missing = () => unknownKey('You have no such API key.')

  return {
    /**
     * Who a key belongs to.
     * @throws AppError `invalid_api_key` for an unknown or disabled one.
     */
    async identify(key: string, address: string): Promise<Identity> {
      const found = await repository.find(tokens.digest(key))
      if (!found?.enabled) {
        throw invalidKey('This API key is unknown or disabled.', {
          headers: { 'www-authenticate': 'Bearer realm="Earmark", error="invalid_token"' },
        })
      }
      noteUse({ id: found.id, at: clock(), address }, found.lastUsedAt)
      return { user: found.user, via: 'key' }
    },

    async list(user: CurrentUser): Promise<ApiKeyDto[]> {
      const keys = await repository.list(user.id)
      return keys.map(({ id, name, enabled, createdAt, lastUsedAt }) => ({
        id,
        name,
        enabled,
        created_at: createdAt.toISOString(),
        last_used: lastUsedAt?.toISOString() ?? null,
      }))
    },

    /** @throws AppError `api_key_name_taken`; case makes no difference. */
    async create(user: CurrentUser, name: string): Promise<z.infer<typeof createdApiKey>> {
      const key = PREFIX + tokens.random()
      const stored = await repository.insert({
        id: crypto.randomUUID(),
        userId: user.id,
        name,
        nameKey: nameKey(name),
        keyHash: tokens.digest(key),
        createdAt: clock(),
      })
      if (!stored) throw keyNameTaken('You have an API key of this name already.')
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
