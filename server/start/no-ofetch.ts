/**
 * Stands in the build for `ofetch`, of which Nitro makes a `$fetch` that nothing here calls: with it every start would
 * load the Fetch API of Node.
 */
export const Headers = undefined

export function createFetch(): () => never {
  return () => {
    throw new Error('This server has no $fetch: take `fetch` as a dependency.')
  }
}
