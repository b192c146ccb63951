import { NOTIFICATION_EVENTS, type NotificationEvent } from '#contract/notifications'
import type { Owner } from './notifications.types'

/** What only administrators are told of, through targets of the server. */
const FOR_ADMINISTRATORS: readonly NotificationEvent[] = ['onNotInLibrary']

/** What a target can be told of. */
export function eventsFor(owner: Owner): NotificationEvent[] {
  return NOTIFICATION_EVENTS.filter((event) => owner === null || !FOR_ADMINISTRATORS.includes(event))
}

/** Whose open pages are told of a change: those of administrators, or of the user whose targets they are. */
export function audienceOf(owner: Owner): { admins: boolean; userIds: string[] } {
  return owner === null ? { admins: true, userIds: [] } : { admins: false, userIds: [owner] }
}
