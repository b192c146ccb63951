import type { LiveEvent } from '#contract/system'

/** Who is told: everyone, or those of the given people who may know. */
export type Audience = 'everyone' | { admins: boolean; userIds: readonly string[] }

/** Tells open pages, on every instance, that something has changed. */
export type Announce = (event: LiveEvent, audience: Audience) => void
