import { describe, expect, it } from 'vitest'
import { DEFAULT_DOWNLOAD_SETTINGS } from '#contract/download-settings'
import { json, problem } from '#tests/client/support/fakeServer'
import { openDownload } from '#tests/client/support/openDownload'

describe('the ranking settings', () => {
  it('can be loaded again after a failure', async () => {
    let works = false
    const { press, text } = await openDownload({
      answers: {
        'GET /api/settings/download': () =>
          works
            ? json(DEFAULT_DOWNLOAD_SETTINGS)
            : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    expect(text()).toContain('It broke.')
    works = true
    await press('Try again')
    expect(text()).toContain('Formats and bitrates')
  })

  it('send only what was changed', async () => {
    const { fill, submitWith, patched, text } = await openDownload()
    await fill('Minimum seeders', '3')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ min_seeders: 3 }])
    expect(text()).toContain('Saved.')
  })

  it('explain automatic download, and save it', async () => {
    const { press, text, submitWith, patched } = await openDownload()
    expect(text()).toContain('Nothing is downloaded automatically.')
    await press('Automatic download')
    expect(text()).toContain('its best release is grabbed automatically')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ auto_download: true }])
  })

  it('link to the file of judged releases', async () => {
    await openDownload()
    const link = [...document.querySelectorAll('a')].find(
      ({ textContent }) => textContent?.trim() === 'Export judged releases',
    )
    expect(link?.hasAttribute('download')).toBe(true)
    // Relative, so that it works below any base path.
    expect(link?.getAttribute('href')).toBe('api/judged-pairs')
  })

  it('are refused at their field while they are invalid', async () => {
    const { fill, submitWith, field, text, patched } = await openDownload()
    await fill('Lowest bitrate of MP3 in kbit/s', '500')
    await fill('Title match', '120')
    await submitWith('Title match')
    expect(text()).toContain('Must not be below the start of the range')
    expect(text()).toContain('At most 100')
    expect(field('Highest bitrate of MP3 in kbit/s').getAttribute('aria-invalid')).toBe('true')
    expect(patched()).toEqual([])
  })

  it('show the server’s complaint', async () => {
    const { fill, submitWith, text } = await openDownload({
      answers: {
        'PATCH /api/settings/download': () =>
          problem({ status: 500, code: 'internal', detail: 'The disk is full.' }),
      },
    })
    await fill('Minimum seeders', '3')
    await submitWith('Minimum seeders')
    expect(text()).toContain('The settings were not saved')
    expect(text()).toContain('The disk is full.')
  })

  it('return to the saved values', async () => {
    const { fill, press, field, patched } = await openDownload()
    await fill('Minimum seeders', '3')
    await press('Undo')
    expect(field('Minimum seeders').value).toBe('1')
    expect(patched()).toEqual([])
  })
})

describe('the order of the formats', () => {
  it('is changed with buttons that keep the focus, and announced', async () => {
    const { press, submitWith, patched, text } = await openDownload()
    await press('Move MP3 up')
    expect(text()).toContain('MP3 is now number 1 of 5')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move MP3 down')
    await press('Move FLAC up')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move FLAC up')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ format_order: ['mp3', 'flac', 'm4b', 'unknown_audio', 'unknown'] }])
  })
})

describe('restoring defaults', () => {
  it('works for one field', async () => {
    const { press, field, submitWith, patched } = await openDownload({
      settings: { min_seeders: 7, name_ratio: 60 },
    })
    await press('Reset to default: Minimum seeders')
    expect(field('Minimum seeders').value).toBe('1')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ min_seeders: null }])
  })

  it('works for the senders of releases', async () => {
    const { press, field, submitWith, patched } = await openDownload({
      settings: { send_torrents_by: 'client', send_usenet_by: 'client' },
    })
    await press('Reset to default: Torrents')
    expect(field('Torrents').value).toBe('prowlarr')
    expect(field('Usenet').value).toBe('client')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ send_torrents_by: null }])
  })

  it('works for everything, after a confirmation', async () => {
    const { press, submitWith, patched } = await openDownload({
      settings: { min_seeders: 7, languages: ['de'], allow_packs: true },
    })
    await press('Reset everything to defaults')
    await press('Reset everything? You still have to save.')
    expect(patched()).toEqual([])
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ min_seeders: null, languages: null, allow_packs: null }])
  })
})

describe('the flags', () => {
  it('are added with a score and removed', async () => {
    const { press, fill, submitWith, patched } = await openDownload()
    await press('Add flag')
    await fill('Flag 2', 'internal')
    await fill('Score of flag 2', '-5')
    await press('Remove freeleech')
    await submitWith('Flag 1')
    expect(patched()).toEqual([{ indexer_flags: [{ flag: 'internal', score: -5 }] }])
  })

  it('cannot have the same name twice, regardless of case', async () => {
    const { press, fill, submitWith, patched, text } = await openDownload()
    await press('Add flag')
    await fill('Flag 2', 'FreeLeech')
    await fill('Score of flag 2', '5')
    await submitWith('Flag 2')
    expect(text()).toContain('Each name may appear only once')
    expect(patched()).toEqual([])
  })
})

describe('the order of the indexers', () => {
  it('lists Prowlarr’s indexers', async () => {
    const { fill, press, submitWith, patched } = await openDownload()
    await fill('Indexer', 'Book Cellar')
    await press('Add: Indexer')
    await press('Add: Indexer')
    await press('Move Audio Bay up')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ indexer_order: ['Audio Bay', 'Book Cellar'] }])
  })

  it('is typed while Prowlarr cannot be asked', async () => {
    const { fill, press, submitWith, patched, text } = await openDownload({
      answers: {
        'GET /api/indexers/searchable': () =>
          problem({ status: 503, code: 'prowlarr_unreachable', detail: 'Prowlarr is not there.' }),
      },
    })
    expect(text()).toContain('Prowlarr is not there.')
    await fill('Indexer', 'Audio Bay')
    await press('Add: Indexer')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ indexer_order: ['Audio Bay'] }])
  })
})

describe('before a search service is set up', () => {
  it('does not ask it for its indexers, but leads to its settings', async () => {
    const settings = ['prowlarr_base_url', 'prowlarr_api_key']
    const issue = { code: 'prowlarr_incomplete', text: 'No.', params: {}, settings }
    const { server, press, path, text } = await openDownload({
      answers: { 'GET /api/system/notices': () => json([issue]) },
    })
    expect(text()).toContain('The search service has no address and no API key.')
    expect(server.called('GET /api/indexers/searchable')).toEqual([])
    await press('Set up indexers')
    expect(path()).toBe('/settings/indexers')
  })
})

describe('the languages', () => {
  it('are added and removed by their names', async () => {
    const { fill, press, submitWith, patched } = await openDownload({ settings: { languages: ['en'] } })
    await fill('Language', 'de')
    await press('Add: Language')
    await press('Remove English')
    await submitWith('Minimum seeders')
    expect(patched()).toEqual([{ languages: ['de'] }])
  })
})
