import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppError } from '#server/errors/app-error'
import { defineProblem, problemOf } from '#server/errors/problem'
import { hostName } from '#server/security/host-names'

const BAD = defineProblem('bad_request', 400)({ why: 'not_http' })
const headersTooLarge = defineProblem('headers_too_large', 431)

/** Maximum bytes in which to look for the host, which browsers send first. */
const HEAD = 4096

/** Errors by the codes of Node's parser; https://nodejs.org/api/http.html#event-clienterror */
const REFUSALS = new Map<string | undefined, AppError>([
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', defineProblem('body_too_large', 413)({ why: 'chunks' })],
  ['ERR_HTTP_REQUEST_TIMEOUT', defineProblem('request_timeout', 408)()],
])

/**
 * Answers requests that Node's parser rejects, in the format of all other errors; Node itself would send no
 * body. A connection in the middle of another response is just closed.
 */
export function answerUnparsedRequests(server: Server): void {
  const answering = new WeakSet<Duplex>()
  server.on('request', ({ socket }, response) => {
    answering.add(socket)
    response.on('close', () => answering.delete(socket))
  })
  server.on('clientError', (error: ParserError, socket) => {
    if (!socket.writable || error.code === 'ECONNRESET' || answering.has(socket)) socket.destroy()
    else socket.end(answerOf(refusalOf(error)))
  })
}

/** An error of Node's parser, with the bytes that it received last. */
type ParserError = Error & { code?: string; rawPacket?: Buffer }

function refusalOf({ code, rawPacket }: ParserError): AppError {
  if (code !== 'HPE_HEADER_OVERFLOW') return REFUSALS.get(code) ?? BAD
  const host = hostIn(rawPacket)
  return host === undefined ? headersTooLarge({ why: 'unknown' }) : headersTooLarge({ why: 'site', host })
}

/** The host name in unparsed headers: browsers send too many cookies of all services under that name. */
function hostIn(packet: Buffer | undefined): string | undefined {
  const [, host = ''] =
    /\r\nhost:[ \t]?([^\r\n \t]{1,255})\r\n/i.exec(packet?.toString('latin1', 0, HEAD) ?? '') ?? []
  return hostName(host)
}

function answerOf(refusal: AppError): string {
  const { status, title } = refusal
  const request_id = crypto.randomUUID()
  const body = JSON.stringify(problemOf(refusal, request_id))
  return [
    `HTTP/1.1 ${status} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
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
