import { describe, expect, it } from 'vitest'
import type { Answer } from '#tests/client/support/fakeServer'
import { problem } from '#tests/client/support/fakeServer'
import { anIndexer } from '#tests/client/support/indexerSamples'
import { openIndexers } from '#tests/client/support/openIndexers'

const notConfigured: Answer = () =>
  problem({ status: 400, code: 'prowlarr_not_configured', detail: 'Prowlarr is not configured.' })

describe('choosing among Prowlarr’s indexers', () => {
  it('begins with all of them, and excludes one that is unticked', async () => {
    const { tick, submitWith, patched } = await openIndexers()
    await tick('Book Cellar')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_indexers: '3,8' }]])
  })

  it('returns to all of them', async () => {
    const settings = { ...anIndexer().settings, prowlarr_indexers: '3' }
    const { tick, submitWith, patched } = await openIndexers({ indexers: [anIndexer({ settings })] })
    await tick('All, including')
    await submitWith('Keep releases for')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_indexers: '' }]])
  })

  it('shows one that Prowlarr no longer has', async () => {
    const settings = { ...anIndexer().settings, prowlarr_indexers: '3,17' }
    const { text } = await openIndexers({ indexers: [anIndexer({ settings })] })
    expect(text()).toContain('Indexer 17')
    expect(text()).toContain('No longer in Prowlarr')
  })

  it('accepts typed numbers while Prowlarr cannot be asked', async () => {
    const { fill, submitWith, patched, text } = await openIndexers({
      answers: { 'GET /api/indexers/searchable': notConfigured },
    })
    expect(text()).toContain('Prowlarr is not configured.')
    await fill('Indexers', '3, 5')
    await submitWith('Indexers')
    expect(patched()).toEqual([['/api/indexers/Prowlarr', { prowlarr_indexers: '3, 5' }]])
  })
})
