import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Problem } from '#contract/common'

interface Refusal {
  status: number
  title: string
  code: string
  detail: string
}

const BAD: Refusal = {
  status: 400,
  title: 'Bad Request',
  code: 'bad_request',
  detail: 'What arrived is not a request of HTTP/1.1 with a method that is known.',
}

/** By the codes of Node's parser; https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS = new Map<string | undefined, Refusal>([
  [
    'HPE_HEADER_OVERFLOW',
    {
      status: 431,
      title: 'Request Header Fields Too Large',
      code: 'headers_too_large',
      detail: 'The address and the headers of the request are too long.',
    },
  ],
  [
    'HPE_CHUNK_EXTENSIONS_OVERFLOW',
    {
      status: 413,
      title: 'Content Too Large',
      code: 'body_too_large',
      detail: 'The extensions of the chunks of the body are too long.',
    },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    {
      status: 408,
      title: 'Request Timeout',
      code: 'request_timeout',
      detail: 'The request did not arrive in full in time.',
    },
  ],
])

/**
 * Answers what is refused before it becomes a request, as Node's parser cannot read it, in the form of every other
 * error; Node alone would leave the body out. A connection on which another answer is under way is only closed.
 */
export function answerUnparsedRequests(server: Server): void {
  const answering = new WeakSet<Duplex>()
  server.on('request', ({ socket }, response) => {
    answering.add(socket)
    response.on('close', () => answering.delete(socket))
  })
  server.on('clientError', (error: Error & { code?: string }, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) socket.destroy()
    else socket.end(answerOf(REFUSALS.get(error.code) ?? BAD))
  })
}

function answerOf({ status, title, code, detail }: Refusal): string {
  const request_id = crypto.randomUUID()
  const problem: Problem = { type: 'about:blank', title, status, detail, code, params: {}, request_id }
  const body = JSON.stringify(problem)
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options: nosniff',
    'Cross-Origin-Resource-Policy: same-origin',
    `X-Request-Id: ${request_id}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
