import { z } from 'zod'
import { readBoundedText } from '#server/upstream/bounded-body'
import { parseJson } from '#server/upstream/parse-json'
import { withTimeLimit } from '#server/upstream/time-limit'
import { endpoint } from '#server/domain/integrations/addresses.rules'

/**
 * Prowlarr's usual addresses: in the same Compose project, on the host of this container, or on this machine.
 * They are fixed, so that no one can make this server call anything else.
 */
const PLACES = ['http://prowlarr:9696', 'http://host.docker.internal:9696', 'http://localhost:9696'] as const
/** On the same network a response never takes longer. */
const TIMEOUT_MS = 2_000
const MAX_ANSWER_BYTES = 1_000

const pingSchema = z.object({ status: z.literal('OK') })

interface Context {
  fetch: typeof globalThis.fetch
  userAgent: string
}

/** The first of these addresses where Prowlarr responds, called without a key; null if none does. */
export async function locateProwlarr(context: Context): Promise<string | null> {
  const answers = await Promise.all(PLACES.map((place) => isAt(context, place)))
  return PLACES.find((_, index) => answers[index]) ?? null
}

async function isAt({ fetch, userAgent }: Context, place: string): Promise<boolean> {
  try {
    return await withTimeLimit(TIMEOUT_MS, undefined, async (signal) => {
      const headers = { accept: 'application/json', 'user-agent': userAgent }
      const response = await fetch(endpoint(place, '/ping'), { headers, redirect: 'manual', signal })
      const text = await readBoundedText(response, MAX_ANSWER_BYTES)
      return response.status === 200 && pingSchema.safeParse(parseJson(text)).success
    })
  } catch {
    // Nothing is there, or something other than Prowlarr.
    return false
  }
}
