import { describe, expect, it } from 'vitest'
import { json } from '#tests/client/support/fakeServer'
import { NO_FILE, openIndexers } from '#tests/client/support/openIndexers'

describe('the configuration file', () => {
  it('is watched at the path entered', async () => {
    const watched = { ...NO_FILE, path: '/config/indexers.json' }
    const { fill, submitWith, server, text } = await openIndexers({
      answers: { 'PUT /api/settings/indexer-file': () => json(watched) },
    })
    expect(text()).toContain('No file is watched')
    await fill('Path', '/config/indexers.json')
    await submitWith('Path')
    expect(server.called('PUT /api/settings/indexer-file').map(({ body }) => body)).toEqual([
      { path: '/config/indexers.json' },
    ])
    expect(text()).toContain('The file is now watched')
  })

  it('needs an absolute path', async () => {
    const { fill, submitWith, errorAt } = await openIndexers()
    await fill('Path', 'indexers.json')
    await submitWith('Path')
    expect(errorAt('Path')).toBe('An absolute path, such as /config/indexers.json')
  })

  it('shows why it was not applied', async () => {
    const { text } = await openIndexers({
      file: {
        path: '/config/indexers.json',
        last_read: '2026-11-01T10:00:00Z',
        last_error: 'What the server says.',
        cause: {
          code: 'setting',
          params: {
            line: 4,
            indexer: 'Prowlarr',
            setting: 'prowlarr_source_ttl',
            issue: 'not_seconds',
            minimum: 0,
            maximum: 9,
          },
        },
      },
    })
    expect(text()).toContain('The file was not applied')
    expect(text()).toContain('Line 4: Prowlarr.prowlarr_source_ttl:')
    expect(text()).not.toMatch(/\{\w+\}/)
    expect(text()).not.toContain('What the server says.')
    expect(text()).toContain('Applied')
  })

  it('shows the server’s words for an unknown reason', async () => {
    const { text } = await openIndexers({
      file: {
        path: '/config/indexers.json',
        last_read: null,
        last_error: 'The file is in another country.',
        cause: { code: 'abroad', params: {} },
      },
    })
    expect(text()).toContain('The file is in another country.')
  })

  it('is no longer watched after a confirmation', async () => {
    const { press, server } = await openIndexers({
      file: { path: '/config/indexers.json', last_read: null, last_error: null, cause: null },
      answers: { 'PUT /api/settings/indexer-file': () => json(NO_FILE) },
    })
    await press('Stop watching')
    await press('Stop watching? The settings stay.')
    expect(server.called('PUT /api/settings/indexer-file').map(({ body }) => body)).toEqual([{ path: null }])
  })

  it('is explained with every setting', async () => {
    await openIndexers()
    const example: unknown = JSON.parse(document.querySelector('pre')?.textContent ?? '')
    expect(example).toMatchObject({
      Prowlarr: { enabled: true, prowlarr_base_url: '', prowlarr_source_ttl: 86_400 },
      MyAnonamouse: { mam_vip: false },
    })
  })
})
