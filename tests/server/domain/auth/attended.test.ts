import { expect, it } from 'vitest'
import type { LoginType } from '#contract/common'
import { createAttended } from '#server/domain/auth/attended'

function attendedFrom(first: LoginType | null) {
  let now = 0
  let type = first
  let asked = 0
  const attended = createAttended({
    loginType: async () => {
      asked++
      return type
    },
    clock: () => new Date(now),
  })
  return {
    ...attended,
    asked: () => asked,
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
  expect(await attendedFrom(type).holds()).toBe(holds)
})

it('a yes is cached for a second, so that not every request queries the database', async () => {
  const attended = attendedFrom('forms')
  for (let i = 0; i < 5; i++) expect(await attended.holds()).toBe(true)
  expect(attended.asked()).toBe(1)
  attended.become('none')
  attended.pass(1000)
  expect(await attended.holds()).toBe(false)
})

it('a no is never cached, so that a set-up counts at once', async () => {
  const attended = attendedFrom(null)
  expect(await attended.holds()).toBe(false)
  attended.become('forms')
  expect(await attended.holds()).toBe(true)
})

it('a change that arrives during the query is not lost', async () => {
  const attended = attendedFrom('forms')
  const asking = attended.holds()
  attended.become('none')
  attended.forget()
  await asking
  expect(await attended.holds()).toBe(false)
})
