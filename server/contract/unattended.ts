/**
 * Header of a request that a page makes by itself, while nobody has done anything there for a while. It prolongs no
 * session; a request that changes something always does.
 */
export const UNATTENDED_HEADER = 'x-unattended'
