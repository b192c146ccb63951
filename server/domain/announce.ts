import type { LiveEvent } from '#contract/system'

/** Who receives an event: everyone, or administrators (if set) and the given users. */
export type Audience = 'everyone' | { admins: boolean; userIds: readonly string[] }

/** Tells open pages, on every instance, that something has changed. */
export type Announce = (event: LiveEvent, audience: Audience) => void
