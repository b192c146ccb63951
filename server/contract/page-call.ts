/**
 * Header of every call that this server’s own pages make. They sign in with a cookie or Basic credentials, never with
 * an API key: any other `Authorization` on such a call was added by a proxy.
 */
export const PAGE_HEADER = 'x-earmark-page'
