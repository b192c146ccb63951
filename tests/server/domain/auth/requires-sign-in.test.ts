import { expect, it } from 'vitest'
import type { LoginType } from '#contract/common'
import { createRequiresSignIn } from '#server/domain/auth/requires-sign-in'

function signInRequiredFrom(first: LoginType | null) {
  let now = 0
  let type = first
  let queries = 0
  const requiresSignIn = createRequiresSignIn({
    loginType: async () => {
      queries++
      return type
    },
    clock: () => new Date(now),
  })
  return {
    ...requiresSignIn,
    queries: () => queries,
    become: (next: LoginType | null) => (type = next),
    pass: (milliseconds: number) => (now += milliseconds),
  }
}

it.each([
  ['basic', true],
  ['forms', true],
  ['oidc', true],
  ['none', false],
  [null, false],
] as const)('whether people sign in with login type %s: %s', async (type, holds) => {
  expect(await signInRequiredFrom(type).holds()).toBe(holds)
})

it('a yes is cached for a second, so that not every request queries the database', async () => {
  const requiresSignIn = signInRequiredFrom('forms')
  for (let i = 0; i < 5; i++) expect(await requiresSignIn.holds()).toBe(true)
  expect(requiresSignIn.queries()).toBe(1)
  requiresSignIn.become('none')
  requiresSignIn.pass(1000)
  expect(await requiresSignIn.holds()).toBe(false)
})

it('a no is never cached, so that a set-up counts at once', async () => {
  const requiresSignIn = signInRequiredFrom(null)
  expect(await requiresSignIn.holds()).toBe(false)
  requiresSignIn.become('forms')
  expect(await requiresSignIn.holds()).toBe(true)
})

it('a change that arrives during the query is not lost', async () => {
  const requiresSignIn = signInRequiredFrom('forms')
  const holding = requiresSignIn.holds()
  requiresSignIn.become('none')
  requiresSignIn.forget()
  await holding
  expect(await requiresSignIn.holds()).toBe(false)
})
