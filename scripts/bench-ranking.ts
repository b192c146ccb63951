import { DEFAULT_DOWNLOAD_SETTINGS } from '../server/contract/download-settings'
import { rankReleases, rankingSteps } from '../server/domain/ranking/ranking.rules'
import type { RankingInput, Release } from '../server/domain/ranking/ranking.types'
import { quantile } from './lib/measure'

const COUNTS = [500, 1000, 2000] as const
const RUNS = 15
const NOW = new Date('2025-01-01T00:00:00Z')
const DAY_MS = 86_400_000

/** Titles as indexers write them, with a counter where a number keeps them apart. */
const TITLES = [
  'The Hollow Tide by Mara Ellison, Tom Reed [ENG / M4B]',
  'Mara Ellison - [Saltmarsh 01] - The Hollow Tide (Unabridged) read by June Park 64kbps',
  'Mara.Ellison.-.The.Hollow.Tide.2019.RETAIL.EPUB.eBook-GRP',
  'Mara Ellison - Saltmarsh # - The Drowned Bell [MP3]',
  'The Hollow Tide - Mara Ellison (Dramatized Adaptation)',
  'Ellison, Mara - Saltmarsh 1-4 Box Set [ENG / MP3]',
  'The Hollow Tide-AUDiOBOOK-WEB-DE-2020-GRP',
  'Mara Ellison - The Hollow Tide Companion [M4B]',
  'The Hollow Tide: A Saltmarsh Novel # by Someone Else [ENG / M4B] [VIP]',
  'Some Other Author - An Unrelated Book, Volume # (2014) [FLAC]',
] as const

interface Figure {
  name: string
  measured: string
  aim: string
}

/** Ranks ever more releases of one book on this thread: the median time of each, and the longest slice. */
export function measureRanking(): Figure[] {
  const medians = COUNTS.map((count) => median(inputOf(count)))
  const [few = 0, , many = 0] = medians
  const shown = medians.map((ms, at) => `${String(COUNTS[at])} in ${ms.toFixed(1)} ms`).join(', ')
  return [
    { name: 'Ranking releases of one book', measured: shown, aim: '2000 in < 50 ms' },
    {
      name: 'Ranking 2,000 against 500 releases',
      measured: `${(many / few).toFixed(1)} times`,
      aim: 'about 4 times',
    },
    {
      name: 'Longest slice of ranking 2,000 releases',
      measured: `${longestSlice(inputOf(2000)).toFixed(1)} ms`,
      aim: '< 5 ms',
    },
  ]
}

function median(input: RankingInput): number {
  for (let run = 0; run < RUNS; run++) rankReleases(input)
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now()
    rankReleases(input)
    return performance.now() - start
  }).sort((one, other) => one - other)
  return quantile(times, 0.5)
}

/** The longest slice of the best run: in the others something else may have had the processor. */
function longestSlice(input: RankingInput): number {
  const runs = Array.from({ length: RUNS }, () => {
    const steps = rankingSteps(input)
    let longest = 0
    for (;;) {
      const start = performance.now()
      const { done } = steps.next()
      longest = Math.max(longest, performance.now() - start)
      if (done === true) return longest
    }
  })
  return Math.min(...runs)
}

function inputOf(count: number): RankingInput {
  return {
    book: {
      title: 'The Hollow Tide',
      subtitle: 'A Saltmarsh Novel',
      authors: ['Mara Ellison', 'Tom Reed'],
      narrators: ['June Park'],
      series: [{ title: 'Saltmarsh', position: '1' }],
      language: 'en',
      edition: 'unabridged',
      runtimeMin: 600,
      releaseDate: '2019-05-01',
    },
    releases: Array.from({ length: count }, (_, at) => releaseOf(at)),
    settings: { ...DEFAULT_DOWNLOAD_SETTINGS, allow_packs: true },
    blocked: [],
    accountIsVip: false,
    now: NOW,
  }
}

function releaseOf(at: number): Release {
  const title = TITLES[at % TITLES.length] ?? TITLES[0]
  return {
    guid: `https://indexer.example/t/${String(at)}`,
    indexerId: at % 5,
    indexer: `Indexer ${String(at % 5)}`,
    title: title.replace('#', String(2 + (at % 40))),
    size: 200_000_000 + (at % 97) * 4_000_000,
    publishDate: new Date(NOW.getTime() - (at % 900) * DAY_MS),
    infoUrl: null,
    flags: at % 3 === 0 ? ['freeleech'] : [],
    protocol: at % 2 === 0 ? 'torrent' : 'usenet',
    seeders: at % 2 === 0 ? at % 60 : null,
    leechers: null,
    grabs: null,
    categories: [3030],
    metadata: null,
  }
}
