import type { LoginType } from '#contract/common'

/** How long it may still count that people had to sign in, in milliseconds. */
const MEMORY = 1000

/**
 * Whether people have to sign in here: the server is set up, with another login type than none. It is asked for
 * every request under an unknown name, so a yes is remembered for a moment.
 * @param dependencies.loginType the one that holds now; null before the set-up.
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
