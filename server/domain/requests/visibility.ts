import type { CurrentUser } from '#server/domain/auth/auth.types'
import { isHandMade } from './hand-made.rules'
import type { RequestsRepository } from './requests.repository'
import type { Visibility } from './requests.types'

/** Whose requests a user may see and withdraw: an administrator everyone's, others their own. */
export function visibilityOf(user: CurrentUser): Visibility {
  return { userId: user.id, everyone: user.role === 'admin' }
}

export type CanSee = ReturnType<typeof createCanSee>

/**
 * To anybody but those who asked for it and administrators a hand-made book does not exist.
 * @returns whether somebody may know of a book.
 */
export function createCanSee({ repository }: { repository: Pick<RequestsRepository, 'findRequest'> }) {
  return async (user: CurrentUser, asin: string): Promise<boolean> =>
    !isHandMade(asin) || visibilityOf(user).everyone || (await repository.findRequest(asin, user.id)) !== null
}
