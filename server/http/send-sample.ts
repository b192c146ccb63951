import { getRequestHeader, setResponseHeaders, setResponseStatus, type H3Event } from 'h3'
import type { Sample } from '#server/domain/catalogue/samples.service'
import { partOf } from '#server/domain/catalogue/samples.rules'
import './context'
import { untilTaken } from './until-taken'

/** Seconds for which a browser need not ask again. */
const DAY = 24 * 60 * 60
/** Bytes that are copied for somebody who listens, each time they have taken the former ones. */
const SLICE = 64 * 1024

/** Answers with a sample, or the part of it that is asked for: some players play nothing else. */
export async function sendSample(event: H3Event, sample: Sample): Promise<void> {
  const { mediaType, size } = sample
  setResponseHeaders(event, { 'accept-ranges': 'bytes', 'content-security-policy': "default-src 'none'" })
  const part = partOf(getRequestHeader(event, 'range'), size)
  if (part === 'none') {
    setResponseStatus(event, 416)
    setResponseHeaders(event, { 'content-range': `bytes */${size}` })
    event.node.res.end()
    return
  }
  const { from, to } = part ?? { from: 0, to: size - 1 }
  setResponseStatus(event, part ? 206 : 200)
  setResponseHeaders(event, {
    'content-type': mediaType,
    'cache-control': `private, max-age=${DAY}`,
    'content-length': to + 1 - from,
    ...(part && { 'content-range': `bytes ${from}-${to}/${size}` }),
  })
  if (event.context.headersOnly) event.node.res.end()
  else await write(event, sample, { from, end: to + 1 })
}

/**
 * Slice by slice: all of it would be held for everybody who listens, however slowly they read. Where the sample gives
 * way to others the connection is cut off, and a player asks for the rest.
 */
async function write(
  { node: { res: response } }: H3Event,
  sample: Sample,
  { from, end }: { from: number; end: number },
): Promise<void> {
  for (let at = from; at < end && !response.destroyed; at += SLICE) {
    const slice = sample.read(at, Math.min(at + SLICE, end))
    if (!slice) {
      response.destroy()
      return
    }
    response.write(slice)
    await untilTaken(response)
  }
  response.end()
}
