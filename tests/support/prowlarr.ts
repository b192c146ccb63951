import { expect } from 'vitest'
import type { ProwlarrFake } from '#fakes/prowlarr'
import { sourcesSchema, type OfferedReleaseDto } from '#contract/fulfilment'
import { eventually } from './eventually'

/** Sets up a Prowlarr for a server, as an administrator would. */
export async function configureProwlarr(
  call: (path: string, init: RequestInit) => Promise<Response>,
  prowlarr: Pick<ProwlarrFake, 'apiKey' | 'baseUrl'>,
): Promise<void> {
  const body = { prowlarr_base_url: prowlarr.baseUrl, prowlarr_api_key: prowlarr.apiKey, enabled: true }
  const answer = await call('/api/indexers/Prowlarr', { method: 'PATCH', body: JSON.stringify(body) })
  expect(answer.status, await answer.text()).toBe(204)
}

/** The releases of a book, once the search that the first call starts has ended. */
export function releasesFound(ask: () => Promise<Response>): Promise<OfferedReleaseDto[]> {
  return eventually(async () => {
    const { state, sources } = sourcesSchema.parse(await (await ask()).json())
    expect(state).toBe('ok')
    return sources
  })
}
