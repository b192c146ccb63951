import { createServer as createHttpsServer } from 'node:https'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { inEnglish } from '#contract/words/english'
import { failureWords } from '#contract/words/in-words'
import { connectionFailure } from '#server/upstream/connection-failure'
import { createAuthority } from '#tests/support/certificates'

/** The error with which fetch fails at an address. */
async function failureAt(address: string): Promise<unknown> {
  return fetch(address).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

/** A port where every connection ends in this way. */
async function portThat(end: 'resets' | 'babbles'): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => (end === 'resets' ? socket.resetAndDestroy() : socket.end('220 welcome\r\n')))
  })
  await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('There is no port')
  return address.port
}

it.each([
  ['http://127.0.0.1:1', 'the port of the address is not allowed for HTTP', 'bad_port'],
  ['http://127.0.0.1:2', 'nothing is listening at the address', 'ECONNREFUSED'],
  ['http://no-such-host.invalid', 'the host name is unknown', 'ENOTFOUND'],
])('Nothing was sent to %s: %s', async (address, reason, failure) => {
  expect(connectionFailure(await failureAt(address))).toEqual({ failure, neverSent: true })
  expect(failureWords(failure, inEnglish)).toBe(reason)
})

it('A connection that breaks off may have carried the request', async () => {
  const reset = connectionFailure(await failureAt(`http://127.0.0.1:${await portThat('resets')}`))
  expect(reset.neverSent).toBe(false)
  expect(failureWords(reset.failure, inEnglish)).toBe('the connection was cut off')
  expect(connectionFailure(await failureAt(`http://127.0.0.1:${await portThat('babbles')}`))).toMatchObject({
    neverSent: false,
  })
  expect(connectionFailure('what nobody knows')).toMatchObject({ neverSent: false })
})

it.each(['with', 'without'])(
  'The fix for a private authority is a variable (sent %s its certificate)',
  async (sent) => {
    const authority = createAuthority()
    const { certificate, key } = authority.issueFor('127.0.0.1')
    const cert = sent === 'with' ? certificate + authority.certificate : certificate
    const server = createHttpsServer({ cert, key }, (_request, response) => response.end())
    await new Promise<void>((started) => server.listen(0, '127.0.0.1', started))
    onTestFinished(() => void server.close())
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('There is no port')
    const refused = connectionFailure(await failureAt(`https://127.0.0.1:${address.port}`))
    expect(refused.neverSent).toBe(true)
    expect(failureWords(refused.failure, inEnglish)).toContain('NODE_EXTRA_CA_CERTS')
  },
)
