import type { CurrentUser } from '#server/domain/auth/auth.types'

/** Whose requests a person may see: administrators everyone's, others their own. */
export interface Visibility {
  userId: string
  everyone: boolean
}

/** Whose requests a user may see and withdraw. */
export function visibilityOf(user: CurrentUser): Visibility {
  return { userId: user.id, everyone: user.role === 'admin' }
}
