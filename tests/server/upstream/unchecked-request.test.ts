import { expect, it, vi } from 'vitest'
import { NotPublic } from '#server/upstream/public-address'
import { createUncheckedRequest } from '#server/upstream/unchecked-request'

const question = { method: 'POST', headers: new Headers(), signal: new AbortController().signal } as const

it.each([
  'http://127.0.0.1/',
  'http://[::1]/',
  'https://192.168.1.10:8000/hook',
  'http://[::ffff:10.0.0.1]/',
])('does not call %s', async (address) => {
  const request = createUncheckedRequest(() => expect.unreachable())
  await expect(request(address, question)).rejects.toThrow(NotPublic)
})

it('asks by name, and follows no redirect', async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 302 }))
  const answer = await createUncheckedRequest(fetch)('https://push.example/one', question)
  expect(answer.status).toBe(302)
  expect(fetch).toHaveBeenCalledWith('https://push.example/one', { ...question, redirect: 'manual' })
})
