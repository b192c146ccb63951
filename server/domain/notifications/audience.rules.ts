import { NOTIFICATION_EVENTS, type NotificationEvent } from '#contract/notifications'
import type { Owner } from './notifications.types'

/** Events that only administrators receive, through the targets of the server. */
const FOR_ADMINISTRATORS: readonly NotificationEvent[] = ['onNotInLibrary']

/** Events that only a person's own targets receive: what someone follows is no one else's business. */
const FOR_OWNERS: readonly NotificationEvent[] = ['onNewBook']

/** The events that a target may receive. */
export function eventsFor(owner: Owner): NotificationEvent[] {
  const others = owner === null ? FOR_OWNERS : FOR_ADMINISTRATORS
  return NOTIFICATION_EVENTS.filter((event) => !others.includes(event))
}

/** Whose open pages learn of a change: those of administrators, or of the targets' owner. */
export function audienceOf(owner: Owner): { admins: boolean; userIds: string[] } {
  return owner === null ? { admins: true, userIds: [] } : { admins: false, userIds: [owner] }
}
