import { describe, expect, it, vi } from 'vitest'
import { openPage } from '#tests/client/support/openPage'
import { settle } from '#tests/client/support/mountApp'

describe('every page', () => {
  it('says in words that the server is unreachable, and nothing once it is back', async () => {
    const { wrapper } = await openPage('/requests')
    const said = () => wrapper.findAll('header [role="status"]').map((status) => status.text())
    const words = 'No connection: what you see may be out of date'
    expect(said()).not.toContain(words)
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    window.dispatchEvent(new Event('offline'))
    await settle()
    expect(said()).toContain(words)
    vi.restoreAllMocks()
    window.dispatchEvent(new Event('online'))
    await settle()
    expect(said()).not.toContain(words)
  })
})
