import { z } from 'zod'
import { readBoundedText } from '#server/upstream/bounded-body'
import { parseJson } from '#server/upstream/parse-json'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { sendTo, type ServiceHttpDependencies } from './service-http'

/**
 * Prowlarr's usual addresses: in the same Compose project, on the host of this container, or on this machine.
 * They are fixed, so that no one can make this server call anything else.
 */
const PLACES = ['http://prowlarr:9696', 'http://host.docker.internal:9696', 'http://localhost:9696'] as const
/** On the same network a response never takes longer. */
const TIMEOUT_MS = 2_000
const MAX_ANSWER_BYTES = 1_000

const pingSchema = z.object({ status: z.literal('OK') })

/** The first of these addresses where Prowlarr responds, called without a key; null if none does. */
export async function locateProwlarr(dependencies: ServiceHttpDependencies): Promise<string | null> {
  const answers = await Promise.all(PLACES.map((place) => isAt(dependencies, place)))
  return PLACES.find((_, index) => answers[index]) ?? null
}

async function isAt(dependencies: ServiceHttpDependencies, place: string): Promise<boolean> {
  try {
    const question = { timeoutMs: TIMEOUT_MS, headers: { accept: 'application/json' } }
    return await sendTo(dependencies, endpoint(place, '/ping'), question, async (response) => {
      const text = await readBoundedText(response, MAX_ANSWER_BYTES)
      return response.status === 200 && pingSchema.safeParse(parseJson(text)).success
    })
  } catch {
    // Nothing is there, or something other than Prowlarr.
    return false
  }
}
