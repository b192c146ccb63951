import { createApp, defineEventHandler, toWebHandler } from 'h3'
import { expect, it } from 'vitest'
import { readCredentials } from '#server/security/credentials'
import { forwardedHeader, requestHeader } from '#server/security/request-header'

const handle = toWebHandler(
  createApp().use(
    defineEventHandler((event) => ({
      agent: requestHeader(event, 'user-agent') ?? null,
      forwarded: forwardedHeader(event, 'x-forwarded-for') ?? null,
      credentials: readCredentials(event),
    })),
  ),
)

async function read(headers: Record<string, string>): Promise<unknown> {
  return (await handle(new Request('http://localhost/', { headers }))).json()
}

it('A header is cut at a few hundred characters', async () => {
  expect(await read({ 'user-agent': 'x'.repeat(15_000) })).toMatchObject({ agent: 'x'.repeat(500) })
  expect(await read({})).toMatchObject({ agent: null, forwarded: null })
})

it('Of a header to which proxies append, the end is kept', async () => {
  const forged = '203.0.113.1, '.repeat(1000)
  expect(await read({ 'x-forwarded-for': `${forged}198.51.100.1` })).toMatchObject({
    forwarded: expect.stringMatching(/^.{488}198\.51\.100\.1$/),
  })
})

it('The longest name and password fit, and a longer key is a wrong one, not none', async () => {
  const [username, password] = ['n'.repeat(100), '🎧'.repeat(500)]
  const basic = Buffer.from(`${username}:${password}`).toString('base64')
  expect(await read({ authorization: `Basic ${basic}` })).toMatchObject({
    credentials: { basic: { username, password } },
  })
  expect(await read({ authorization: `Bearer earmark_${'z'.repeat(15_000)}` })).toMatchObject({
    credentials: { bearer: `earmark_${'z'.repeat(5985)}` },
  })
})
