import { setResponseHeaders, setResponseStatus, type H3Event } from 'h3'
import type { Sample } from '#server/domain/catalogue/samples.service'
import { requestedRange } from './range.rules'
import { waitForDrain } from './wait-for-drain'
import { requestHeader } from '#server/security/request-header'

/** Seconds for which a browser need not fetch a sample again. */
const DAY = 24 * 60 * 60
/** Bytes copied for a listener at a time. */
const SLICE = 64 * 1024

/** Sends a sample, or the requested part of it: some players require partial responses. */
export async function sendSample(event: H3Event, sample: Sample): Promise<void> {
  const { mediaType, size } = sample
  setResponseHeaders(event, { 'accept-ranges': 'bytes', 'content-security-policy': "default-src 'none'" })
  const part = requestedRange(requestHeader(event, 'range'), size)
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
 * Writes in slices, because a whole copy would stay in memory for every listener, however slowly they read.
 * If the sample is evicted, the connection is cut and the player requests the rest.
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
    await waitForDrain(response)
  }
  response.end()
}
