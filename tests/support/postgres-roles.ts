/** A role that always needs its password, for tests of refused sign-ins; all others are trusted. */
export const LOCKED_ROLE = 'earmark_locked'
