/** A role that always requires its password, for tests of refused sign-ins; all others are trusted. */
export const LOCKED_ROLE = 'earmark_locked'
