import type { Sample } from '#server/domain/catalogue/samples.service'
import { partOf } from '#server/domain/catalogue/samples.rules'

/** Seconds for which a browser need not ask again. */
const DAY = 24 * 60 * 60

/**
 * The answer that carries a sample, or the part of it that is asked for: some players play nothing else.
 * @param range the request's header of that name
 */
export function sampleResponse({ body, mediaType }: Sample, range: string | undefined): Response {
  const headers = new Headers({ 'accept-ranges': 'bytes', 'content-security-policy': "default-src 'none'" })
  const part = partOf(range, body.byteLength)
  if (part === 'none') {
    headers.set('content-range', `bytes */${body.byteLength}`)
    return new Response(null, { status: 416, headers })
  }
  headers.set('content-type', mediaType)
  headers.set('cache-control', `private, max-age=${DAY}`)
  const bytes = part ? body.subarray(part.from, part.to + 1) : body
  headers.set('content-length', String(bytes.byteLength))
  if (part) headers.set('content-range', `bytes ${part.from}-${part.to}/${body.byteLength}`)
  return new Response(streamOf(bytes), { status: part ? 206 : 200, headers })
}

/** As it lies in memory: a body of bytes would be copied for everybody who listens, however slowly they read. */
const streamOf = (bytes: Uint8Array) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
