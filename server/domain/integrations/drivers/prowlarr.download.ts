import { z } from 'zod'
import { causeOf, type Cause } from '#contract/cause'
import { AppError } from '#server/errors/app-error'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import { failedBy, failedGrab } from '#server/errors/fault'
import type { FollowedLink, LinkedRelease } from '#server/domain/integrations/integrations.types'
import { MAX_ROW_BYTES } from '#server/domain/integrations/offer-bounds.rules'
import { service, wrongKey, type ProwlarrAddress, type ProwlarrHttp } from './prowlarr.http'
import { messageOf } from './prowlarr.schemas'
import type { readSettings } from './prowlarr.settings'
import type { TroubleFinder } from './prowlarr.trouble'
import { readJson } from './service-http'

/** Only followed, so never truncated; magnet links with many trackers are long. */
const address = z.string().max(MAX_ROW_BYTES).nullish().catch(null)

/** The links of a search row; either may be a magnet link or lead to one. */
const linkSchema = z.object({
  guid: z.string().max(MAX_ROW_BYTES).min(1),
  indexerId: z.number().int().nullish(),
  downloadUrl: address,
  magnetUrl: address,
})

/** Milliseconds for the file behind the link. */
const TIMEOUT_MS = 60_000

/**
 * Finds a release again, since its link is not stored, and fetches what the link leads to. The link is
 * followed only at Prowlarr's own address, whatever host it names. Only redirects to a magnet link count.
 */
export async function followLink(
  { http, findTrouble }: { http: ProwlarrHttp; findTrouble: TroubleFinder },
  { at, categories, searchTimeout }: ReturnType<typeof readSettings>,
  release: LinkedRelease,
): Promise<FollowedLink> {
  const { indexer, query } = release
  const began = performance.now()
  try {
    const link = await findLink(http, at, { categories, timeoutMs: searchTimeout }, release)
    if (link === null) {
      const askedAgo = performance.now() - began
      const trouble = await findTrouble(at, { indexerId: indexer.id, query, askedAgo })
      return trouble ? failedGrab(502, trouble) : failedGrab(404, causeOf('release_forgotten', { service }))
    }
    if (/^magnet:/i.test(link)) return { state: 'magnet', uri: link }
    const address = ownAddress(link, at)
    if (address === null) return failedGrab(502, causeOf('link_missing', { service }))
    return readAnswer(await http.file(at, address, TIMEOUT_MS))
  } catch (error) {
    if (error instanceof AppError) return failedBy(error)
    throw error
  }
}

/** @returns an empty text if the release has no link, or null if the release is not found. */
async function findLink(
  http: ProwlarrHttp,
  at: ProwlarrAddress,
  search: { categories: readonly number[]; timeoutMs: number },
  { guid, indexer, query }: LinkedRelease,
): Promise<string | null> {
  const question = { ...search, query, indexerId: indexer.id }
  let link: string | null = null
  await http.search(at, question, (text) => {
    const { data } = linkSchema.safeParse(text === null ? undefined : readJson(text))
    if (data?.guid !== guid || (data.indexerId ?? indexer.id) !== indexer.id) return
    link ??= data.downloadUrl ?? data.magnetUrl ?? ''
  })
  return link
}

/** The Prowlarr link to follow: at the configured address, with the key only in a header. */
function ownAddress(link: string, at: ProwlarrAddress): URL | null {
  const url = URL.canParse(link) ? new URL(link) : null
  const id = /\/(\d+)\/download$/.exec(url?.pathname ?? '')?.[1]
  if (!url || id === undefined) return null
  const query = [...url.searchParams].filter(([name]) => name.toLowerCase() !== 'apikey')
  return endpoint(at.baseUrl, `/${id}/download`, query)
}

/** Statuses by which Prowlarr passes on that a release is gone, but also that its indexer is turned off or deleted. */
const GONE = [404, 410]
const INDEXER_GONE = /indexer (?:is disabled|not found)/i
/** How Prowlarr says why a link leads to nothing, unless it is JSON. Nothing in front of it answers so. */
const LINK_ERROR = /<error\s+code="\d+"\s+description="/i
/** Statuses that concern the caller or a limit, not the release. */
const NOT_ABOUT_IT = [401, 403, 407, 408, 425, 429]

function readAnswer(answer: Awaited<ReturnType<ProwlarrHttp['file']>>): FollowedLink {
  const { status, location, retryAfter, file, said } = answer
  if (status === 200) return { state: 'file', file }
  if (status >= 300 && status < 400) {
    const isMagnet = location !== null && /^magnet:/i.test(location)
    if (isMagnet) return { state: 'magnet', uri: location }
    return failedGrab(status, causeOf('link_redirects', { service }))
  }
  if (status === 401) throw wrongKey()
  return failedGrab(status, causeOfStatus(status, said), retryAfter)
}

function causeOfStatus(status: number, said: string): Cause {
  const text = messageOf(said)
  // While Prowlarr starts, a proxy in front of it may answer that there is nothing at the address.
  const isItsOwn = text !== null || LINK_ERROR.test(said)
  if (GONE.includes(status) && isItsOwn && !INDEXER_GONE.test(said)) return causeOf('release_gone')
  if (text === null) return causeOf('failed_with_status', { service, status })
  const isAboutIt = status >= 400 && status < 500 && !NOT_ABOUT_IT.includes(status) && !GONE.includes(status)
  return isAboutIt
    ? causeOf('release_refused', { service, text })
    : causeOf('answers_status', { service, text, status })
}
