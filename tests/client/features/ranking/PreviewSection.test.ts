import { describe, expect, it } from 'vitest'
import { json, problem } from '#tests/client/support/fakeServer'
import { openDownload, RELEASES } from '#tests/client/support/openDownload'

describe('the preview', () => {
  it('begins with a searched book and the current settings', async () => {
    const { field, previewed, text } = await openDownload()
    expect(field('Audiobook').value).toBe('B000000001')
    expect(previewed()).toEqual([{ asin: 'B000000001', settings: {} }])
    expect(text()).toContain('Tide M4B')
  })

  it('tests typed values before they are saved, once typing stops', async () => {
    const { type, previewed, patched, text } = await openDownload()
    await type('Minimum seeders', ['2', '3'])
    await expect.poll(previewed).toEqual([
      { asin: 'B000000001', settings: {} },
      { asin: 'B000000001', settings: { min_seeders: 3 } },
    ])
    expect(patched()).toEqual([])
    await expect.poll(text).toContain('2 move')
  })

  it('does not test invalid values, and says so', async () => {
    const { fill, previewed, text } = await openDownload()
    await fill('Minimum seeders', '')
    expect(text()).toContain('Something above is not valid yet')
    await fill('Minimum seeders', '4')
    await expect.poll(previewed).toEqual([
      { asin: 'B000000001', settings: {} },
      { asin: 'B000000001', settings: { min_seeders: 4 } },
    ])
    expect(text()).not.toContain('Something above is not valid yet')
  })

  it('says why a release is rejected, and what would be grabbed automatically', async () => {
    const { text, press } = await openDownload()
    expect(text()).toContain('1 seeder, fewer than 3')
    expect(text()).not.toContain('Would be grabbed')
    await press('Automatic download')
    expect(text()).toContain('Would be grabbed')
  })

  it('shows only differences on request', async () => {
    const { press, text } = await openDownload()
    await press('Changes only')
    expect(text()).toContain('Tide M4B')
    expect(text()).not.toContain('Tide FLAC')
  })

  it('can show another book', async () => {
    const { fill, previewed } = await openDownload()
    await fill('Audiobook', 'B000000002')
    expect(previewed().at(-1)).toEqual({ asin: 'B000000002', settings: {} })
  })

  it('says that a book was not searched yet', async () => {
    const { text } = await openDownload({
      answers: {
        'POST /api/settings/download/preview': () =>
          problem({ status: 404, code: 'no_releases', detail: 'None.' }),
      },
    })
    expect(text()).toContain('has not been searched for yet')
  })

  it('can be retried after a failure', async () => {
    let works = false
    const { press, text } = await openDownload({
      answers: {
        'POST /api/settings/download/preview': () =>
          works
            ? json({ asin: 'B000000001', releases: RELEASES })
            : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    expect(text()).toContain('The preview failed')
    works = true
    await press('Try again')
    expect(text()).toContain('Tide M4B')
  })

  it('says what it is for while no one has requested anything', async () => {
    const { text } = await openDownload({ answers: { 'GET /api/requests': () => json([]) } })
    expect(text()).toContain('Once a book has been requested')
  })
})
