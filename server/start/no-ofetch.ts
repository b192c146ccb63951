/**
 * Replaces `ofetch` in the build. Nitro creates a `$fetch` from it that nothing calls, and every start would
 * load Node's Fetch API for it.
 */
export const Headers = undefined

export function createFetch(): () => never {
  return () => {
    throw new Error('This server has no $fetch: use the `fetch` dependency.')
  }
}
