import { describe, expect, it } from 'vitest'
import type { UserApiKeyDto } from '#contract/api-keys'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, nothing, problem } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'

const KEY: UserApiKeyDto = {
  id: 'key-1',
  name: 'Download script',
  username: 'jonas',
  enabled: true,
  created_at: '2026-01-02T10:00:00Z',
  last_used: null,
  expires_at: null,
  read_only: true,
}

const open = (keys: UserApiKeyDto[], answers: Record<string, Answer> = {}, at = '/settings/api-keys') =>
  openPage(at, {
    user: { role: 'admin' },
    answers: { 'GET /api/api-keys': () => json({ keys, total: keys.length }), ...answers },
  })

describe('the API keys of everyone', () => {
  it('are hidden from non-administrators', async () => {
    const { text } = await openPage('/settings/api-keys', { user: { role: 'trusted' } })
    expect(text()).toContain('Page not found')
  })

  it('show whom they act as and what they may do', async () => {
    const { text, find } = await open([KEY])
    for (const shown of ['Download script', 'Acts as jonas', 'Read only', 'Never used']) {
      expect(text()).toContain(shown)
    }
    expect(find('a', 'Everyone’s API keys')).not.toBeNull()
  })

  it('are revoked after a confirmation', async () => {
    const { press, server, text } = await open([KEY], { 'DELETE /api/api-keys/{}': nothing })
    await press('Revoke the key Download script of jonas')
    expect(server.called('DELETE /api/api-keys/{}')).toEqual([])
    await press('Revoke this key?')
    expect(server.called('DELETE /api/api-keys/{}').map(({ path }) => path)).toEqual(['/api/api-keys/key-1'])
    expect(text()).toContain('Revoked: Download script of jonas')
    expect(server.called('GET /api/api-keys')).toHaveLength(2)
  })

  it('say why one was not revoked', async () => {
    const gone = () => problem({ status: 404, code: 'unknown_api_key', detail: 'There is no such API key.' })
    const { press, text } = await open([KEY], { 'DELETE /api/api-keys/{}': gone })
    await press('Revoke the key Download script of jonas')
    await press('Revoke this key?')
    expect(text()).toContain('Download script was not revoked.')
  })

  it('can be searched by a part of a name, and say if there are none', async () => {
    const { server, text } = await open([], {}, '/settings/api-keys?q=jon')
    expect(server.called('GET /api/api-keys')[0]?.query.get('q')).toBe('jon')
    expect(text()).toContain('No matching keys')
    expect((await open([])).text()).toContain('No keys yet')
  })
})
