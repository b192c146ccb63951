import { createApp, defineEventHandler, toWebHandler } from 'h3'
import { describe, expect, it } from 'vitest'
import { PAGE_HEADER } from '#contract/page-call'
import { readCredentials } from '#server/security/credentials'

const handle = toWebHandler(createApp().use(defineEventHandler((event) => readCredentials(event))))

async function read(headers: Record<string, string>, path = '/'): Promise<unknown> {
  const response = await handle(new Request(`http://localhost${path}`, { headers }))
  return response.json()
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('the credentials of a request', () => {
  it.each<[Record<string, string>, unknown]>([
    [{}, {}],
    [{ authorization: 'Bearer earmark_x' }, { bearer: 'earmark_x' }],
    [{ authorization: 'bearer  earmark_x' }, { bearer: 'earmark_x' }],
    [{ authorization: 'Bearer' }, { foreignBearer: '' }],
    [{ authorization: 'Bearer a b ' }, { foreignBearer: 'a b' }],
    [{ authorization: 'Bearer Earmark_x' }, { foreignBearer: 'Earmark_x' }],
    [{ authorization: 'Bearer earmark_x', [PAGE_HEADER]: '1' }, { bearer: 'earmark_x' }],
    [{ authorization: 'Bearer eyJh.eyJz.c2ln', [PAGE_HEADER]: '1' }, {}],
    [{ authorization: 'Bearer\tearmark_x' }, { bearer: 'earmark_x' }],
    [{ authorization: 'Bearers earmark_x' }, {}],
    [{ authorization: 'Basic' }, {}],
    [{ authorization: basic('rosa:secret') }, { basic: { username: 'rosa', password: 'secret' } }],
    [{ authorization: basic('rosa:se:cr:et') }, { basic: { username: 'rosa', password: 'se:cr:et' } }],
    [{ authorization: basic('zoë:pässwörd') }, { basic: { username: 'zoë', password: 'pässwörd' } }],
    [{ authorization: basic(':') }, { basic: { username: '', password: '' } }],
    [{ authorization: basic('nocolon') }, {}],
    [{ authorization: 'Basic !!!' }, {}],
    [{ authorization: 'Basic A' }, {}],
    [{ authorization: 'Negotiate abc' }, {}],
    [{ cookie: 'other=1; earmark_session=token' }, { session: 'token' }],
    [{ cookie: 'earmark_session=' }, {}],
    [{ cookie: 'earmark_session=token', authorization: 'Negotiate abc' }, { session: 'token' }],
    [
      { cookie: 'earmark_session=token', authorization: 'Bearer x' },
      { foreignBearer: 'x', session: 'token' },
    ],
  ])('%j are %j', async (headers, credentials) => {
    expect(await read(headers)).toEqual(credentials)
  })

  it.each<[Record<string, string>, unknown]>([
    [{ 'X-Api-Key': 'earmark_x' }, { bearer: 'earmark_x' }],
    [{ 'X-API-KEY': ' earmark_x ' }, { bearer: 'earmark_x' }],
    [{ 'x-api-key': '' }, {}],
    [{ 'x-api-key': 'earmark_x', authorization: 'Bearer earmark_y' }, { bearer: 'earmark_y' }],
    [
      { 'x-api-key': 'earmark_x', authorization: 'Bearer y' },
      { bearer: 'earmark_x', foreignBearer: 'y' },
    ],
    [
      { 'x-api-key': 'earmark_x', authorization: basic('rosa:secret') },
      { bearer: 'earmark_x', basic: { username: 'rosa', password: 'secret' } },
    ],
  ])('of a dashboard %j are %j', async (headers, credentials) => {
    expect(await read(headers, '/api/v1/request/count')).toEqual(credentials)
  })

  it.each(['/', '/api/requests', '/api/v1', '/api/v10/request'])('have no X-Api-Key at %s', async (path) => {
    expect(await read({ 'x-api-key': 'earmark_x' }, path)).toEqual({})
  })
})
