import type { TakenBack } from '#contract/auth'
import type { Transaction } from '#server/db/database'
import type { FeatureContext } from '#server/domain/feature-context'
import type { ApiKeys } from './api-keys.service'
import type { FeedAddressesRepository } from './feed-addresses.repository'
import type { InvitationsRepository } from './invitations.repository'

/** Removes a person's targets of these kinds, in a transaction. */
export type RemoveTargetsOf = (
  within: Transaction,
  userId: string,
  which: { targets: boolean; devices: boolean },
) => Promise<void>

export type TakeBack = ReturnType<typeof createTakeBack>

/**
 * What outlives a password: ways in, and out, that a person left, or whoever used their account. Sessions are not
 * included, as some callers keep the current one.
 */
export function createTakeBack(
  context: Pick<FeatureContext, 'audit'> & {
    apiKeys: Pick<ApiKeys, 'revokeAll'>
    invitations: Pick<InvitationsRepository, 'deleteFor' | 'deleteBy'>
    feeds: Pick<FeedAddressesRepository, 'remove'>
    removeTargetsOf: RemoveTargetsOf
  },
) {
  const { audit, apiKeys, invitations, feeds, removeTargetsOf } = context

  return {
    /** Ends links for another password, and the invitations that the person made. */
    async invitations(within: Transaction, userId: string): Promise<void> {
      await invitations.deleteFor(within, userId)
      await invitations.deleteBy(within, userId)
    },

    /** Ends what was chosen. @param by who does, for the audit log. */
    async chosen(
      within: Transaction,
      owner: { id: string; username: string },
      choice: TakenBack,
      by: { actor: string | null; address?: string },
    ): Promise<void> {
      const { revoke_api_keys, revoke_feed, remove_targets = false, remove_devices = false } = choice
      if (revoke_api_keys) await apiKeys.revokeAll(owner, by, within)
      if (revoke_feed && (await feeds.remove(within, owner.id))) {
        await audit.record({ ...by, kind: 'feed_revoked', subject: owner.username }, within)
      }
      await removeTargetsOf(within, owner.id, { targets: remove_targets, devices: remove_devices })
    },
  }
}
