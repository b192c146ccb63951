import { describe, expect, it } from 'vitest'
import { causeOf, causeText } from '#contract/cause'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { ConnectionTestDto } from '#contract/connection-test'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, problem } from '#tests/client/support/fakeServer'
import { FakeStream } from '#tests/client/support/fakeStream'
import { aMyAnonamouse, anIndexer } from '#tests/client/support/indexerSamples'
import { openIndexers } from '#tests/client/support/openIndexers'
import { openPage } from '#tests/client/support/openPage'

const at = (hour: string) => `2026-11-21T${hour}:00:00.000Z`

describe('the indexers', () => {
  it('have forms made from their settings, filled with the defaults', async () => {
    const { field, text } = await openIndexers()
    expect(field('Base URL (required)').value).toBe('http://prowlarr:9696')
    expect([field('Keep releases for').value, field('Unit').value]).toEqual(['1', 'day'])
    expect(text()).toContain('How long to keep the releases found for a book')
    expect(text()).toContain('What mam_ratio is for.')
    expect(field('Ratio').value).toBe('1.5')
  })

  it('can be loaded again after a failure', async () => {
    let works = false
    const { press, text, find } = await openIndexers({
      answers: {
        'GET /api/indexers': () =>
          works ? json([anIndexer()]) : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    expect(text()).toContain('It broke.')
    works = true
    await press('Try again')
    expect(find('h2', 'Prowlarr')).not.toBeNull()
  })

  it('are hidden from non-administrators', async () => {
    const { text } = await openPage('/settings/indexers')
    expect(text()).toContain('Page not found')
  })

  it.each(['indexers', 'connections'] as const)(
    'are fetched again when the live stream says that %s have changed',
    async (topic) => {
      const { server } = await openIndexers()
      FakeStream.current.say({ topic })
      await expect.poll(() => server.called('GET /api/indexers')).toHaveLength(2)
    },
  )

  it('show since when they answer, and their last error', async () => {
    const cause = causeOf('timed_out', { service: 'Prowlarr', seconds: 15 })
    const failed = { last_failure_at: at('08'), error: causeText(cause), cause }
    const status = { reachable: true, since: at('09'), last_ok_at: at('10'), ...failed }
    const { region } = await openIndexers({
      indexers: [
        anIndexer({ status }),
        aMyAnonamouse({ enabled: true, status: { ...status, reachable: false } }),
      ],
    })
    expect(region('Prowlarr')).toMatch(/Reachable since 21 Nov 2026/)
    expect(region('Prowlarr')).toMatch(/Last error .+: Prowlarr did not answer within 15 seconds\./)
    expect(region('MyAnonamouse')).toMatch(/Failing since 21 Nov 2026/)
  })

  it('do not claim that they were never asked while they are off', async () => {
    const { region } = await openIndexers()
    expect(region('Prowlarr')).toContain('Not contacted yet')
    expect(region('MyAnonamouse')).not.toContain('Not contacted yet')
  })

  it('keep unsaved input while their status changes', async () => {
    const status = { reachable: true, since: at('09'), last_ok_at: at('10'), last_failure_at: null }
    const indexers = [anIndexer()]
    const { fill, field, region } = await openIndexers({ indexers })
    await fill('Base URL (required)', 'http://prowlarr:9697')
    indexers[0] = anIndexer({ status: { ...status, error: null, cause: null } })
    FakeStream.current.say({ topic: 'connections' })
    await expect.poll(() => region('Prowlarr')).toContain('Reachable since')
    expect(field('Base URL (required)').value).toBe('http://prowlarr:9697')
  })
})

describe('saving an indexer', () => {
  it('sends only what was changed', async () => {
    const { fill, submitWith, patched, text } = await openIndexers()
    await fill('Base URL (required)', 'http://prowlarr:9697')
    await fill('Keep releases for', '60')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([
      [
        '/api/indexers/Prowlarr',
        { prowlarr_base_url: 'http://prowlarr:9697', prowlarr_source_ttl: 5_184_000 },
      ],
    ])
    expect(text()).toContain('Saved: Prowlarr')
  })

  it('measures a duration in the chosen unit', async () => {
    const { fill, submitWith, patched } = await openIndexers()
    await fill('Keep releases for', '12')
    await fill('Unit', 'hour')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_source_ttl: 43_200 }]])
  })

  it('shows a restored default again', async () => {
    const { fill, submitWith, patched, field } = await openIndexers()
    await fill('Keep releases for', '')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_source_ttl: null }]])
    expect([field('Keep releases for').value, field('Unit').value]).toEqual(['1', 'day'])
  })

  it('switches an indexer on that gets its missing settings', async () => {
    const { fill, submitWith, patched, text } = await openIndexers()
    await fill('Session ID (required)', 'cookie')
    await submitWith('Session ID (required)')
    expect(patched()).toEqual([['/api/indexers/MyAnonamouse', { mam_session_id: 'cookie', enabled: true }]])
    expect(text()).toContain('MyAnonamouse is on')
  })

  it('leaves a disabled indexer off, and says so', async () => {
    const { fill, submitWith, patched, text } = await openIndexers({
      indexers: [
        aMyAnonamouse({ settings: { mam_session_id: { set: true }, mam_ratio: null, mam_vip: false } }),
      ],
    })
    await fill('Ratio', '2')
    await submitWith('Ratio')
    expect(patched()).toEqual([['/api/indexers/MyAnonamouse', { mam_ratio: 2 }]])
    expect(text()).toContain('MyAnonamouse is still off')
  })

  it('is not attempted with an invalid number', async () => {
    const { fill, submitWith, errorAt, patched } = await openIndexers()
    await fill('Keep releases for', 'soon')
    await submitWith('Keep releases for')
    expect(errorAt('Keep releases for')).toBe('Enter a whole number')
    expect(patched()).toEqual([])
  })

  it('shows the server’s complaint at its field', async () => {
    const errors = [issueAt('prowlarr_base_url', fault('not_an_address'))]
    const { fill, submitWith, errorAt } = await openIndexers({
      answers: {
        'PATCH /api/indexers/{}': () => problem({ status: 422, code: 'invalid', detail: 'No.', errors }),
      },
    })
    await fill('Base URL (required)', 'prowlarr')
    await submitWith('Base URL (required)')
    expect(errorAt('Base URL (required)')).toBe('Must start with http:// or https://')
  })

  it('reports a general failure', async () => {
    const { fill, submitWith, text } = await openIndexers({
      answers: {
        'PATCH /api/indexers/{}': () =>
          problem({ status: 500, code: 'internal', detail: 'The disk is full.' }),
      },
    })
    await fill('Base URL (required)', 'http://prowlarr')
    await submitWith('Base URL (required)')
    expect(text()).toContain('Prowlarr was not saved')
    expect(text()).toContain('The disk is full.')
  })
})

describe('a secret that is set', () => {
  it('is not in the page, and stays if left alone', async () => {
    const { find, fill, submitWith, patched } = await openIndexers()
    expect(find('button', 'Replace: API key (required)')).not.toBeNull()
    await fill('Keep releases for', '60')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_source_ttl: 5_184_000 }]])
  })

  it('is replaced, and then removed from the page again', async () => {
    const { press, fill, submitWith, patched, find } = await openIndexers()
    await press('Replace: API key (required)')
    await fill('API key (required)', 'another')
    await submitWith('API key (required)')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_api_key: 'another' }]])
    expect(find('button', 'Replace: API key (required)')).not.toBeNull()
  })

  it('can be kept after all', async () => {
    const { press, fill, submitWith, patched } = await openIndexers()
    await press('Replace: API key (required)')
    await fill('API key (required)', 'another')
    await press('Keep what is set: API key (required)')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', {}]])
  })

  it('is cleared only when that is saved', async () => {
    const { press, submitWith, patched, text } = await openIndexers()
    await press('Clear: API key (required)')
    expect(text()).toContain('Will be cleared when you save.')
    expect(patched()).toEqual([])
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_api_key: null }]])
  })

  it('can be restored before that is saved', async () => {
    const { press, find } = await openIndexers()
    await press('Clear: API key (required)')
    await press('Undo: API key (required)')
    expect(find('button', 'Clear: API key (required)')).not.toBeNull()
  })
})

describe('a stored secret that the server refuses', () => {
  it('gets the focus, with what is wrong', async () => {
    const errors = [issueAt('prowlarr_api_key', fault('required_while_on', { indexer: 'Prowlarr' }))]
    const { fill, submitWith, find, button } = await openIndexers({
      answers: {
        'PATCH /api/indexers/{}': () => problem({ status: 422, code: 'invalid', detail: 'No.', errors }),
      },
    })
    await fill('Base URL (required)', 'http://other')
    await submitWith('Base URL (required)')
    expect(document.activeElement).toBe(button('Replace: API key (required)'))
    const described = find('[role="group"]', 'API key (required)')?.getAttribute('aria-describedby')
    expect(document.getElementById(described ?? '')?.textContent).toContain('Required while Prowlarr is on')
  })
})

describe('switching an indexer', () => {
  it('saves the form when it is switched on', async () => {
    const { fill, press, patched } = await openIndexers()
    await fill('Session ID (required)', 'cookie')
    await press('MyAnonamouse is on')
    expect(patched()).toEqual([['/api/indexers/MyAnonamouse', { mam_session_id: 'cookie', enabled: true }]])
  })

  it('leaves unsaved fields alone when it is switched off', async () => {
    const { fill, press, patched, field } = await openIndexers()
    await fill('Keep releases for', '60')
    await press('Prowlarr is on')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { enabled: false }]])
    expect(field('Keep releases for').value).toBe('60')
  })

  it('shows what is missing if it cannot be switched on', async () => {
    const errors = [issueAt('mam_session_id', fault('required_while_on', { indexer: 'MyAnonamouse' }))]
    const { press, errorAt, find } = await openIndexers({
      answers: {
        'PATCH /api/indexers/{}': () => problem({ status: 422, code: 'invalid', detail: 'No.', errors }),
      },
    })
    await press('MyAnonamouse is on')
    expect(errorAt('Session ID (required)')).toBe('Required while MyAnonamouse is on')
    expect(find('button', 'MyAnonamouse is on')?.getAttribute('aria-checked')).toBe('false')
  })
})

describe('testing an indexer', () => {
  const finds =
    (finding: ConnectionTestDto): Answer =>
    () =>
      json(finding)

  it('tests unsaved values, and reports the result', async () => {
    const { fill, press, tested, patched, text } = await openIndexers({
      answers: {
        'POST /api/indexers/{}/test': finds({
          code: 'not_the_api',
          text: 'What the server says.',
          findings: [],
          cause: { code: 'not_the_api', params: { service: 'Prowlarr', found: 'web_page' } },
          version: null,
        }),
      },
    })
    await fill('Base URL (required)', 'http://proxy')
    await press('Test Prowlarr')
    expect(tested()).toEqual([['/api/indexers/Prowlarr/test', { prowlarr_base_url: 'http://proxy' }]])
    expect(patched()).toEqual([])
    expect(text()).toContain('Something else answers at this address')
    expect(text()).toContain('The answer is a web page: this is not Prowlarr’s API.')
  })

  it('clears the result once something else is typed', async () => {
    const { press, fill, text } = await openIndexers({
      answers: {
        'POST /api/indexers/{}/test': finds({
          code: 'ok',
          text: 'What the server says.',
          findings: [
            { code: 'indexers_asked', params: { server: 'Prowlarr 2.0', n: 1 } },
            { code: 'no_client_for', params: { service: 'Prowlarr', protocols: 'usenet' } },
          ],
          cause: null,
          version: null,
        }),
      },
    })
    await press('Test Prowlarr')
    expect(text()).toContain('Prowlarr 2.0 answers, and 1 indexer is searched for releases. Prowlarr has no')
    await fill('Base URL (required)', 'http://other')
    expect(text()).not.toContain('It works')
  })
})
