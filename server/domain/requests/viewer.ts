import type { CurrentUser } from '../auth/auth.types'
import type { Viewer } from './requests.types'

/** Whose requests a user may see and withdraw: an administrator everyone's, others their own. */
export function viewerOf(user: CurrentUser): Viewer {
  return { userId: user.id, everyone: user.role === 'admin' }
}
