import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { problemSchema } from '#contract/common'
import { answerUnparsedRequests } from '#server/start/unparsed-requests'
import { freePort } from '#tests/support/free-port'
import { rawRequest } from '#tests/support/raw-request'

let begin: () => void = () => undefined
const begun = new Promise<void>((resolve) => (begin = resolve))
const server = createServer((_request, response) => {
  response.write('half an answer')
  begin()
})
let url: string
beforeAll(async () => {
  answerUnparsedRequests(server)
  const port = await freePort()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

describe('An invalid request', () => {
  it.each([
    ['an unknown method', ['FOO / HTTP/1.1'], 400, 'bad_request'],
    ['another protocol', ['EHLO example.org'], 400, 'bad_request'],
    ['an address that is too long', [`GET /?q=${'a'.repeat(20_000)} HTTP/1.1`], 431, 'headers_too_large'],
    ['a header that is too long', ['GET / HTTP/1.1', `X: ${'a'.repeat(20_000)}`], 431, 'headers_too_large'],
  ])('is answered as a problem: %s', async (_, lines, status, code) => {
    const answer = await rawRequest(url, lines)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const problem = problemSchema.parse(JSON.parse(answer.body))
    expect(problem).toMatchObject({ status, code, request_id: answer.headers.get('x-request-id') })
  })

  it('says whose cookies to delete if they are too long', async () => {
    const cookie = `Cookie: other_app=${'a'.repeat(20_000)}`
    const detailOf = async (...lines: string[]) =>
      problemSchema.parse(JSON.parse((await rawRequest(url, ['GET / HTTP/1.1', ...lines])).body)).detail
    expect(await detailOf('Host: nas.test:8000', cookie)).toContain('delete its cookies for nas.test.')
    expect(await detailOf('Host: <script>', cookie)).toContain('delete its cookies for this server.')
    expect(await detailOf(cookie)).toContain('delete its cookies for this server.')
  })

  it('never affects the answer to the request before it', async () => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    const received: string[] = []
    socket.setEncoding('utf8').on('data', (text: string) => received.push(text))
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await begun
    socket.write('FOO\r\n\r\n')
    await once(socket, 'close')
    expect(received.join('')).not.toContain('problem')
  })
})
