import { z } from 'zod'
import { causeOf, type Cause } from '#contract/cause'
import { AppError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { endpoint } from '#server/domain/integrations/addresses.rules'
import type { FollowedLink, LinkedRelease } from '#server/domain/integrations/integrations.types'
import { optionalText } from './client-values'
import { prowlarrFailed, prowlarrTimedOut } from './prowlarr.errors'
import { service, wrongKey, type ProwlarrAddress, type ProwlarrHttp } from './prowlarr.http'
import { messageOf } from './prowlarr.schemas'
import { readJson } from './service-http'

/** The links of a search row; either may be a magnet link or lead to one. */
const linkSchema = z.object({
  guid: z.string().min(1),
  indexerId: z.number().int().nullish(),
  downloadUrl: optionalText,
  magnetUrl: optionalText,
})

/** Milliseconds, both for the search and for the file behind the link. */
const TIMEOUT_MS = 60_000

/**
 * Finds a release again, since its link is not stored, and fetches what the link leads to. The link is
 * followed only at Prowlarr's own address, whatever host it names. Only redirects to a magnet link count.
 */
export async function followLink(
  http: ProwlarrHttp,
  { at, categories }: { at: ProwlarrAddress; categories: readonly number[] },
  release: LinkedRelease,
): Promise<FollowedLink> {
  try {
    const link = await findLink(http, at, categories, release)
    if (link === null) return rejected(404, causeOf('release_forgotten', { service }))
    if (/^magnet:/i.test(link)) return { state: 'magnet', uri: link }
    const address = ownAddress(link, at)
    if (address === null) return rejected(502, causeOf('link_missing', { service }))
    return readAnswer(await http.file(at, address, TIMEOUT_MS))
  } catch (error) {
    if (error instanceof AppError) return failed(error)
    throw error
  }
}

/** @returns an empty text if the release has no link, or null if the release is not found. */
async function findLink(
  http: ProwlarrHttp,
  at: ProwlarrAddress,
  categories: readonly number[],
  { guid, indexer, query }: LinkedRelease,
): Promise<string | null> {
  const question = { query, indexerId: indexer.id, categories, timeoutMs: TIMEOUT_MS }
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

function readAnswer({ status, location, file }: Awaited<ReturnType<ProwlarrHttp['file']>>): FollowedLink {
  if (status === 200) return { state: 'file', file }
  if (status >= 300 && status < 400) {
    const isMagnet = location !== null && /^magnet:/i.test(location)
    if (isMagnet) return { state: 'magnet', uri: location }
    return rejected(status, causeOf('link_redirects', { service }))
  }
  if (status === 401) throw wrongKey()
  const text = messageOf(new TextDecoder().decode(file.subarray(0, 10_000)))
  if (text !== null) return rejected(status, causeOf('release_refused', { service, text }))
  return rejected(status, causeOf('failed_with_status', { service, status }))
}

const rejected = (status: number, cause: Cause): FollowedLink => ({ state: 'rejected', status, cause })

/** A failure of one indexer does not affect the others. */
const INDEXER_FAILURES = [prowlarrFailed, prowlarrTimedOut].map((error) => error(causeOf('unexpected')).code)

function failed(error: AppError): FollowedLink {
  const { status, code } = error
  const cause = causeFrom(error)
  return INDEXER_FAILURES.includes(code)
    ? { state: 'rejected', status, cause }
    : { state: 'impossible', status, code, cause }
}
