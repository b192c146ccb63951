import type { LoginType } from '#contract/common'

/** Milliseconds for which a positive result is cached. */
const MEMORY = 1000

/**
 * Whether people have to sign in here: the server is set up, with a login type other than none. Checked for
 * every request to an unknown host name, so a positive result is cached briefly.
 * @param dependencies.loginType reads the current login type; null before the setup.
 */
export function createRequiresSignIn(dependencies: {
  loginType: () => Promise<LoginType | null>
  clock: () => Date
}) {
  const { loginType, clock } = dependencies
  let until = 0
  let changes = 0

  return {
    async holds(): Promise<boolean> {
      const now = clock().getTime()
      if (now < until) return true
      const before = changes
      const type = await loginType()
      const holds = type !== null && type !== 'none'
      if (holds && before === changes) until = now + MEMORY
      return holds
    },

    /**
     * Clears the cache, because the login type may have changed. The caches of other instances expire on
     * their own.
     */
    forget(): void {
      changes++
      until = 0
    },
  }
}
