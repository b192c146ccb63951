import type { Owner } from './notifications.types'

/** Whose open pages are told of a change: those of administrators, or of the user whose targets they are. */
export function audienceOf(owner: Owner): { admins: boolean; userIds: string[] } {
  return owner === null ? { admins: true, userIds: [] } : { admins: false, userIds: [owner] }
}
