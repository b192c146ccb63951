import { book } from './books.examples'
import {
  patchDownloadSettings,
  previewDownloadSettings,
  downloadPreviewSchema,
  downloadSettingsSchema,
  DEFAULT_DOWNLOAD_SETTINGS,
} from './download-settings'
import { example } from './example'
import { releaseSchema } from './releases'

export const release = example(releaseSchema, {
  guid: 'https://indexer.example.org/torrent/4711',
  indexer_id: 3,
  indexer: 'Spoken Shelf',
  title: `${book.title} by ${book.authors.join(', ')} [ENG / M4B]`,
  size: 715_000_000,
  publish_date: book.updated_at,
  info_url: 'https://indexer.example.org/torrent/4711',
  indexer_flags: ['freeleech'],
  seeders: 14,
  leechers: 1,
  grabs: 209,
  book_metadata: {
    title: book.title,
    subtitle: book.subtitle,
    authors: book.authors,
    narrators: book.narrators,
    filetype: 'm4b',
  },
  verdict: {
    accepted: true,
    automatic: true,
    score: 91,
    reasons: [
      {
        code: 'narrator_matches',
        params: { narrator: 'Tom Avery' },
        text: 'narrator matches: Tom Avery',
        effect: 'bonus',
      },
    ],
    score_parts: {
      match: 58.5,
      narrator: 12,
      format: 9,
      flags: 2,
      indexer: 4,
      fit: 3.5,
      seeders: 1.5,
      age: 0.5,
    },
  },
})

example(downloadSettingsSchema, DEFAULT_DOWNLOAD_SETTINGS)
const changes = example(patchDownloadSettings.body, { auto_download: true, min_seeders: 2, languages: null })
example(previewDownloadSettings.body, { asin: book.asin, settings: changes })
example(downloadPreviewSchema, {
  asin: book.asin,
  releases: [{ ...release, previous_rank: 2, previously_accepted: true, previously_automatic: true }],
})
