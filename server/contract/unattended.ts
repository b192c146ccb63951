/**
 * Header of a request that a page makes without a person's action after a period of inactivity. Such a
 * request does not extend a session, unless it changes something.
 */
export const UNATTENDED_HEADER = 'x-unattended'
