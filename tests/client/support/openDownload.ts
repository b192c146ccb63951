import type { DownloadSettings } from '#contract/download-settings'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import type { Answer } from './fakeServer'
import { json, nothing } from './fakeServer'
import { SEARCHABLE } from './indexerSamples'
import { openPage } from './openPage'
import { aPreviewRelease } from './releaseSamples'
import { anItem, aVerdict } from './samples'

export const RELEASES = [
  aPreviewRelease({ guid: 'a', title: 'Tide MP3', rank: 1, previous_rank: 2 }),
  aPreviewRelease({ guid: 'b', title: 'Tide M4B', rank: 2, previous_rank: 1 }),
  aPreviewRelease({
    guid: 'c',
    title: 'Tide sample',
    rank: 3,
    previous_rank: 3,
    verdict: aVerdict({
      accepted: false,
      automatic: false,
      score: 0,
      reasons: [
        {
          code: 'few_seeders',
          params: { seeders: 1, minimum: 3 },
          text: '1 seeder, fewer than 3',
          effect: 'reject',
        },
        { code: 'format', params: {}, text: 'MP3', effect: 'neutral' },
      ],
    }),
  }),
  aPreviewRelease({ guid: 'd', title: 'Tide FLAC', rank: 4, previous_rank: 4, previously_accepted: true }),
]

/** Opens the download settings as an administrator. */
export async function openDownload({
  settings = {},
  answers = {},
}: {
  settings?: Partial<DownloadSettings>
  answers?: Record<string, Answer>
} = {}) {
  const page = await openPage('/settings/download', {
    user: { role: 'admin' },
    answers: {
      'GET /api/settings/download': () => json({ ...DEFAULT_DOWNLOAD_SETTINGS, ...settings }),
      'PATCH /api/settings/download': nothing,
      'POST /api/settings/download/preview': () => json({ asin: 'B000000001', releases: RELEASES }),
      'GET /api/indexers/searchable': () => json(SEARCHABLE),
      'GET /api/requests': ({ query }) =>
        json([
          ...(query.get('filter') === 'with_releases'
            ? []
            : [anItem({ asin: 'B000000003', title: 'Unsearched' })]),
          anItem({ asin: 'B000000001', status: 'available' }),
          anItem({ asin: 'B000000002', status: 'available' }),
        ]),
      ...answers,
    },
  })
  const bodies = (name: string) => page.server.called(name).map(({ body }) => body)
  return {
    ...page,
    patched: () => bodies('PATCH /api/settings/download'),
    previewed: () => bodies('POST /api/settings/download/preview'),
  }
}
