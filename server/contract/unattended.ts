/**
 * Header of a request that a page makes by itself after a while without activity. Such a request prolongs no session,
 * unless it changes something.
 */
export const UNATTENDED_HEADER = 'x-unattended'
