import type { LiveEvent } from '#contract/system'

/** Who is told: everybody, or those of the people who may know of it. */
export type Audience = 'everyone' | { admins: boolean; userIds: readonly string[] }

/** Tells open pages, on every instance, that something has changed. */
export type Announce = (event: LiveEvent, audience: Audience) => void
