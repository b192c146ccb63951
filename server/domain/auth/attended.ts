import type { LoginType } from '#contract/common'

/** Milliseconds for which the answer is cached. */
const MEMORY = 1000

/**
 * Whether people have to sign in here: the server is set up, with a login type other than none. Checked for every
 * request under an unknown name, so a yes is cached for a moment.
 * @param dependencies.loginType the current one; null before the setup.
 */
export function createAttended(dependencies: {
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

    /** The login type may have changed. Other instances learn of it by themselves. */
    forget(): void {
      changes++
      until = 0
    },
  }
}
