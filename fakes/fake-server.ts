import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

export interface ReceivedRequest {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: string
  /** The raw body, for files. */
  bytes: Uint8Array<ArrayBuffer>
  /** When the complete response had been passed to the network, by `performance.now()`. */
  answeredAt?: number
}

/** How a fake misbehaves instead of responding, or while it responds. */
export type Misbehaviour =
  | { kind: 'status'; status: number; retryAfter?: string; times?: number }
  | { kind: 'html' }
  | { kind: 'reset' }
  | { kind: 'slow'; ms: number }
  /** Responds normally once the promise resolves. */
  | { kind: 'held'; until: Promise<void> }
  | { kind: 'half' }
  /** A compressed response that expands to this many bytes. */
  | { kind: 'bomb'; bytes: number; encoding: 'gzip' | 'deflate' | 'br' }
  /** JSON with this many nested lists. */
  | { kind: 'deep'; levels: number }
  /** Sends a byte now and then, forever. */
  | { kind: 'drip' }
  /** Redirects to the same address forever. */
  | { kind: 'loop' }

type Answer = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  request.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  await finished(request)
  return new Uint8Array(Buffer.concat(chunks))
}

export function sendJson(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}

export function sendHtml(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
}

const COMPRESS = {
  gzip: gzipSync,
  deflate: deflateSync,
  // At its default quality, Brotli needs a second for 100 MB.
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
}
const bombs = new Map<string, Uint8Array>()

/** A compressed list of spaces; created once. */
function bombOf(bytes: number, encoding: keyof typeof COMPRESS): Uint8Array {
  const key = `${encoding} ${bytes}`
  const made = bombs.get(key) ?? COMPRESS[encoding](Buffer.alloc(bytes, ' ').fill('[', 0, 1))
  bombs.set(key, made)
  return made
}

/** Misbehaves once. @returns whether that ends the request. */
export async function playMisbehaviour(mode: Misbehaviour, response: ServerResponse): Promise<boolean> {
  switch (mode.kind) {
    case 'slow':
      await sleep(mode.ms, undefined, { ref: false })
      return false
    case 'held':
      await mode.until
      return false
    case 'html':
      sendHtml(response, '<!doctype html><title>Welcome</title><h1>Sign in to the network</h1>')
      return true
    case 'reset':
      response.socket?.resetAndDestroy()
      return true
    case 'half':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
      response.write('{"products": [{"asin": "EM')
      await sleep(20, undefined, { ref: false })
      response.socket?.destroy()
      return true
    case 'bomb':
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': mode.encoding })
      response.end(bombOf(mode.bytes, mode.encoding))
      return true
    case 'deep':
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('['.repeat(mode.levels) + ']'.repeat(mode.levels))
      return true
    case 'drip':
      response.writeHead(200, { 'content-type': 'application/json' }).write('[')
      while (!response.destroyed) {
        response.write(' ')
        await sleep(20, undefined, { ref: false })
      }
      return true
    case 'loop':
      response.writeHead(302, { location: response.req.url ?? '/' }).end()
      return true
    case 'status':
      if (mode.retryAfter !== undefined) response.setHeader('retry-after', mode.retryAfter)
      sendJson(response, { message: 'Something is wrong' }, mode.status)
      return true
  }
}

/**
 * Starts a fake of an external service on loopback.
 * @param answer called for every request without misbehaviour.
 * @param port 0 for any free port.
 */
export async function startFakeServer(answer: Answer, port = 0) {
  const received: ReceivedRequest[] = []
  let misbehaviour: Misbehaviour | null = null

  /** Misbehaves if told to. @returns whether that ends the request. */
  async function misbehaved(response: ServerResponse): Promise<boolean> {
    const mode = misbehaviour
    if (mode === null) return false
    if (mode.kind === 'status' && mode.times !== undefined) {
      misbehaviour = mode.times > 1 ? { ...mode, times: mode.times - 1 } : null
    }
    return playMisbehaviour(mode, response)
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://fake')
    const bytes = await bodyOf(request)
    const entry: ReceivedRequest = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: new TextDecoder().decode(bytes),
      bytes,
    }
    received.push(entry)
    response.once('finish', () => (entry.answeredAt = performance.now()))
    if (!(await misbehaved(response)) && !response.destroyed) await answer(entry, response)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The fake has no port')

  return {
    url: `http://127.0.0.1:${address.port}`,
    /** Everything received so far, oldest first. */
    received,
    /** Misbehaves from now on; null stops it. */
    misbehave(mode: Misbehaviour | null) {
      misbehaviour = mode
    },
    async close(): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>
