import { NOTIFICATION_EVENTS, type NotificationEvent } from '#contract/notifications'
import type { Owner } from './notifications.types'

/** What only administrators are told of, through targets of the server. */
const FOR_ADMINISTRATORS: readonly NotificationEvent[] = ['onNotInLibrary']

/** What concerns one person alone, through targets of their own: whom others follow is nobody's business. */
const FOR_OWNERS: readonly NotificationEvent[] = ['onNewBook']

/** What a target can be told of. */
export function eventsFor(owner: Owner): NotificationEvent[] {
  const others = owner === null ? FOR_OWNERS : FOR_ADMINISTRATORS
  return NOTIFICATION_EVENTS.filter((event) => !others.includes(event))
}

/** Whose open pages are told of a change: those of administrators, or of the user whose targets they are. */
export function audienceOf(owner: Owner): { admins: boolean; userIds: string[] } {
  return owner === null ? { admins: true, userIds: [] } : { admins: false, userIds: [owner] }
}
