import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import type { DownloadSettings } from '#contract/download-settings'
import type { ReasonCode, VerdictDto } from '#contract/releases'
import { showVerdict } from '#contract/words/reasons'
import { rankReleases } from '#server/domain/ranking/ranking.rules'
import type {
  IndexerMetadata,
  RankedRelease,
  RankingInput,
  RelatedBook,
  Release,
  WantedBook,
} from '#server/domain/ranking/ranking.types'

export const NOW = new Date('2025-06-01T00:00:00Z')

export const HOLLOW_TIDE: WantedBook = {
  title: 'The Hollow Tide',
  subtitle: null,
  authors: ['Mara Ellison'],
  narrators: ['June Park'],
  series: [{ title: 'Saltmarsh', position: '2' }],
  language: 'en',
  edition: 'unabridged',
  runtimeMin: 600,
  releaseDate: '2019-05-01',
}

/** A release with nothing but a title. */
export function release(changes: Partial<Release>): Release {
  return {
    guid: changes.title ?? 'a guid',
    indexerId: 1,
    indexer: 'Harbour',
    title: 'Mara Ellison - The Hollow Tide [M4B]',
    size: null,
    publishDate: null,
    infoUrl: null,
    flags: [],
    protocol: 'torrent',
    seeders: 10,
    leechers: 0,
    grabs: 0,
    categories: [],
    metadata: null,
    ...changes,
  }
}

export function metadata(changes: Partial<IndexerMetadata>): IndexerMetadata {
  return {
    title: null,
    subtitle: null,
    authors: [],
    narrators: [],
    series: [],
    language: null,
    filetypes: [],
    freeleech: false,
    vip: false,
    ...changes,
  }
}

export interface Circumstances {
  book?: Partial<WantedBook>
  related?: readonly RelatedBook[]
  narrators?: readonly string[]
  settings?: Partial<DownloadSettings>
  conditions?: RankingInput['conditions']
  blocked?: RankingInput['blocked']
  accountIsVip?: boolean
}

export function inputFor(releases: readonly Release[], given: Circumstances = {}): RankingInput {
  return {
    book: { ...HOLLOW_TIDE, ...given.book },
    related: given.related ?? [],
    narrators: given.narrators ?? [],
    releases,
    settings: { ...DEFAULT_DOWNLOAD_SETTINGS, ...given.settings },
    conditions: given.conditions ?? null,
    blocked: given.blocked ?? [],
    accountIsVip: given.accountIsVip ?? false,
    now: NOW,
  }
}

export function rank(releases: readonly Release[], given: Circumstances = {}): RankedRelease[] {
  return rankReleases(inputFor(releases, given))
}

/** The titles in order of rank. */
export function order(releases: readonly Release[], given: Circumstances = {}): string[] {
  return rank(releases, given).map((ranked) => ranked.release.title)
}

export function verdictOf(changes: Partial<Release>, given: Circumstances = {}): VerdictDto {
  const [ranked] = rank([release(changes)], given)
  if (!ranked) throw new Error('nothing was ranked')
  return showVerdict(ranked.verdict)
}

export function rejections({ reasons }: VerdictDto): ReasonCode[] {
  return reasons.filter(({ effect }) => effect === 'reject').map(({ code }) => code)
}

export function codes({ reasons }: VerdictDto): ReasonCode[] {
  return reasons.map(({ code }) => code)
}
