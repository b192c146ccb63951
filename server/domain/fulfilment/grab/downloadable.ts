import { causeOf, type Cause } from '#contract/cause'
import type { Downloadable } from '#server/domain/integrations/download-client.types'
import { fileNameOf, torrentId } from '#server/domain/fulfilment/track/find-download.rules'
import { readDictionary } from './bencode'

/** What a release's link led to, or why it cannot be downloaded. */
type ReadDownloadable = { download: Downloadable } | { cause: Cause }

/** A release whose link was followed. */
interface Linked {
  /** Its title. */
  name: string
  /** As the search reported it, in any case; null if it did not. */
  infoHash: string | null
}

/**
 * Reads the file behind a release's link as a torrent or NZB, by its content, never its name. The info hash is computed
 * from the file and has to match the one that the search reported.
 */
export async function readReleaseFile(release: Linked, file: Uint8Array): Promise<ReadDownloadable> {
  const { name } = release
  const hashes = await hashesOf(file)
  const infoHash = hashes.first ?? hashes.second
  if (infoHash !== null) return verified(release, hashes, { kind: 'torrent', name, infoHash, file })
  const start = new TextDecoder().decode(file.subarray(0, 4096))
  if (/<nzb[\s>]/i.test(start)) return { download: { kind: 'nzb', name: fileNameOf(name), file } }
  if (/<(!doctype\s+)?html/i.test(start)) return { cause: causeOf('link_web_page') }
  // A dictionary in bencode: it was meant to be a torrent.
  return { cause: causeOf(/^d\d+:/.test(start) ? 'link_broken' : 'link_unreadable') }
}

/**
 * Reads a magnet link, which a release's link may redirect to. It is passed on as one line, because clients accept
 * several links at once.
 */
export function readReleaseMagnet(release: Linked, uri: string): ReadDownloadable {
  const infoHash = infoHashOfMagnet(uri)
  if (infoHash === null) return { cause: causeOf('link_unreadable') }
  const topics = topicsOf(uri)
  const hashes = {
    first: topics.flatMap((one) => firstVersionOf(one) ?? [])[0] ?? null,
    second: secondOf(topics),
  }
  return verified(release, hashes, { kind: 'magnet', name: release.name, infoHash, uri: new URL(uri).href })
}

/** The info hashes of one torrent, which may have both: SHA-1, and the first 20 bytes of SHA-256. */
interface InfoHashes {
  first: string | null
  second: string | null
}

function verified(
  { infoHash: told }: Linked,
  hashes: InfoHashes,
  download: Extract<Downloadable, { infoHash: string }>,
): ReadDownloadable {
  return isAnother(told, hashes) ? { cause: causeOf('link_other_release') } : { download }
}

/**
 * Whether the search reported a different torrent, in hex or base 32. A hash of one kind says nothing about the other.
 */
function isAnother(told: string | null, { first, second }: InfoHashes): boolean {
  const id = torrentId(told)
  if (id === null) return false
  const isSecond = told?.trim().length === 64
  return isSecond ? second !== null && second !== id : first !== id && second !== id
}

/**
 * The info hashes of a torrent file, in lower case: SHA-1 of its info dictionary (BEP 3), and the first 20 bytes of
 * SHA-256 (BEP 52); both null if it is not a torrent file.
 */
async function hashesOf(file: Uint8Array): Promise<InfoHashes> {
  const info = (await readDictionary(file))?.get('info')
  const values = info && (await readDictionary(info))
  const digest = async (algorithm: string) =>
    info
      ? hex(new Uint8Array(await crypto.subtle.digest(algorithm, new Uint8Array(info))).subarray(0, 20))
      : null
  return {
    first: values?.has('pieces') ? await digest('SHA-1') : null,
    second: values?.has('meta version') ? await digest('SHA-256') : null,
  }
}

/**
 * The info hash of a magnet link, in hex or base 32; null if it has none, or several, because clients differ
 * on which one they fetch.
 */
export function infoHashOfMagnet(uri: string): string | null {
  const topics = topicsOf(uri)
  const [first = null, ...others] = new Set(topics.flatMap((topic) => firstVersionOf(topic) ?? []))
  if (others.length > 0) return null
  return first ?? secondOf(topics)
}

/** Exact topics of a magnet link; empty for any other link. */
function topicsOf(uri: string): string[] {
  if (!/^magnet:\?/i.test(uri) || !URL.canParse(uri)) return []
  return [...new URL(uri).searchParams]
    .filter(([name]) => /^xt(?:\.\d+)?$/i.test(name))
    .map(([, topic]) => topic.toLowerCase())
}

function secondOf(topics: readonly string[]): string | null {
  for (const topic of topics) {
    // v2: a multihash, whose first two bytes give its type.
    const second = /^urn:btmh:1220([0-9a-f]{64})$/.exec(topic)?.[1]
    if (second !== undefined) return second.slice(0, 40)
  }
  return null
}

function firstVersionOf(topic: string): string | null {
  const hash = /^urn:btih:(\w{32}|\w{40})$/.exec(topic)?.[1]
  return hash === undefined ? null : torrentId(hash)
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
