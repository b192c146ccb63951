import { expect, it } from 'vitest'
import { createAudiobookshelf } from '#server/domain/integrations/drivers/audiobookshelf'

const { contents } = createAudiobookshelf({ fetch: globalThis.fetch, userAgent: 'Earmark/test' })
const SETTINGS = {
  audiobookshelf_base_url: 'http://shelf:13378',
  audiobookshelf_api_key: 'one',
  audiobookshelf_public_url: '',
  audiobookshelf_libraries: 'Fiction, Crime',
  audiobookshelf_scan: true,
}

it.each([
  { audiobookshelf_api_key: 'another' },
  { audiobookshelf_public_url: 'https://shelf.example.org' },
  { audiobookshelf_scan: false },
  { audiobookshelf_base_url: 'http://shelf:13378/' },
  { audiobookshelf_libraries: 'Crime,Fiction' },
])('%j selects the same audiobooks', (change) => {
  expect(contents({ ...SETTINGS, ...change })).toBe(contents(SETTINGS))
})

it.each([{ audiobookshelf_base_url: 'http://attic:13378' }, { audiobookshelf_libraries: 'Fiction' }])(
  '%j selects others',
  (change) => {
    expect(contents({ ...SETTINGS, ...change })).not.toBe(contents(SETTINGS))
  },
)
