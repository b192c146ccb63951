import type { ServerResponse } from 'node:http'
import { nzbFile } from '#fakes/download-clients/release-files'

/** The response of a Prowlarr download link. */
export interface LinkAnswer {
  status?: number
  location?: string
  body?: string | Uint8Array
}

/**
 * Responds to a download link as told by a test, otherwise with a magnet link or an NZB file, as the real
 * Prowlarr does.
 */
export function answerLink(
  answer: LinkAnswer | null,
  release: { title: string; infoHash: string; protocol: 'torrent' | 'usenet' },
  response: ServerResponse,
): void {
  const { status = 200, location, body = '' } = answer ?? usual(release)
  response.writeHead(location === undefined ? status : 301, location === undefined ? {} : { location })
  response.end(body)
}

function usual({ title, infoHash, protocol }: Parameters<typeof answerLink>[1]): LinkAnswer {
  if (protocol === 'usenet') return { body: nzbFile(title) }
  return { location: `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(title)}` }
}
