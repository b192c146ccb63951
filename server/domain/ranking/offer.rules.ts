import type { Reason } from '#contract/releases'
import type { Standing } from './order.rules'
import type { Release } from './ranking.types'
import { reason } from './reasons.rules'
import type { DownloadSettings } from '#contract/download-settings'
import type { Wanted } from './wanted.rules'
import type { Wishes } from './wishes.rules'

/** The input that all releases of one ranking share. */
export interface RankingContext {
  wanted: Wanted
  /** Null if there are no wishes. */
  wishes: Wishes | null
  settings: DownloadSettings
  isBlocked: (release: Release) => boolean
  accountIsVip: boolean
  /** Milliseconds since the epoch. */
  now: number
}

type OfferVerdict = Pick<Standing, 'flags' | 'indexerPlace' | 'seeders' | 'ageDays' | 'olderIsBetter'>

const DAY_MS = 86_400_000
const VIP = /\[vip\]/i

/**
 * Checks what does not depend on the book: flags, indexer, seeders, age, and who may download the release.
 * Adds to `reasons`.
 */
export function assessOffer(release: Release, context: RankingContext, reasons: Reason[]): OfferVerdict {
  const { settings } = context
  const flags = scoreFlags(release, context, reasons)

  const listed = placeOfIndexer(release.indexer, settings.indexer_order)
  if (listed >= 0) reasons.push(reason('indexer', 'bonus', { indexer: release.indexer, place: listed + 1 }))

  const seeders = release.protocol === 'usenet' ? null : (release.seeders ?? 0)
  if (release.protocol !== 'usenet' && release.seeders !== null) {
    const few = release.seeders < settings.min_seeders
    reasons.push(
      few
        ? reason('few_seeders', 'reject', { seeders: release.seeders, minimum: settings.min_seeders })
        : reason('seeders', 'neutral', { seeders: release.seeders }),
    )
  }
  const ageDays = release.publishDate === null ? null : (context.now - release.publishDate.getTime()) / DAY_MS
  if (ageDays !== null) reasons.push(reason('age', 'neutral', { days: Math.max(0, Math.floor(ageDays)) }))
  if (!context.accountIsVip && (release.metadata?.vip === true || VIP.test(release.title))) {
    reasons.push(reason('vip_only', 'reject'))
  }
  if (context.isBlocked(release)) reasons.push(reason('blocked', 'reject'))
  return {
    flags,
    indexerPlace: listed < 0 ? settings.indexer_order.length : listed,
    seeders,
    ageDays,
    olderIsBetter: release.protocol === 'torrent',
  }
}

function placeOfIndexer(indexer: string, order: readonly string[]): number {
  if (order.length === 0) return -1
  const name = indexer.toLowerCase()
  return order.findIndex((listed) => listed.toLowerCase() === name)
}

function scoreFlags(release: Release, { settings }: RankingContext, reasons: Reason[]): number {
  if (settings.indexer_flags.length === 0) return 0
  const flags = release.flags.map((flag) => flag.toLowerCase())
  if (release.metadata?.freeleech === true) flags.push('freeleech')
  let total = 0
  for (const { flag, score } of settings.indexer_flags) {
    if (!flags.includes(flag.toLowerCase())) continue
    total += score
    reasons.push(reason('flag', score > 0 ? 'bonus' : score < 0 ? 'penalty' : 'neutral', { flag, score }))
  }
  return total
}
