import { describe, expect, it } from 'vitest'
import type { CategoryDto, DiscoverRowDto } from '#contract/discover'
import { json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'

const HISTORY: CategoryDto = { id: '18', name: 'History', region: 'us' }
const row = (kind: DiscoverRowDto['row'], category: CategoryDto | null = null): DiscoverRowDto => ({
  row: kind,
  category,
})
const DEFAULT = [row('user'), row('popular'), row('bestsellers')]

async function open(rows: DiscoverRowDto[] = DEFAULT, answers: Record<string, Answer> = {}) {
  const page = await openPage('/settings/discover', {
    user: { role: 'admin' },
    answers: {
      'GET /api/settings/discover': () => json({ rows, default_rows: DEFAULT }),
      'GET /api/settings/discover/categories': () => json([HISTORY]),
      'PUT /api/settings/discover': nothing,
      ...answers,
    },
  })
  return { ...page, sent: () => page.server.called('PUT /api/settings/discover').map(({ body }) => body) }
}

describe('the rows of Discover', () => {
  it('are moved by buttons, which keep the focus and announce the new position', async () => {
    const { press, text, sent } = await open()
    await press('Move Bestsellers up')
    expect(text()).toContain('Bestsellers is now number 2 of 3')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Bestsellers up')
    await press('Save')
    expect(sent()).toEqual([{ rows: [row('user'), row('bestsellers'), row('popular')] }])
  })

  it('are removed and added, including those of categories', async () => {
    const { press, fill, button, sent } = await open()
    button('Remove Popular here').focus()
    await press('Remove Popular here')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Bestsellers')
    await fill('Row', 'new_releases us 18')
    await press('Add: Row')
    await press('Save')
    expect(sent()).toEqual([{ rows: [row('user'), row('bestsellers'), row('new_releases', HISTORY)] }])
  })

  it('return to the default on request', async () => {
    const { press, button, sent } = await open([row('recent')])
    await press('Use default rows')
    expect(button('Use default rows').hasAttribute('disabled')).toBe(true)
    await press('Save')
    expect(sent()).toEqual([{ rows: null }])
  })

  it('must include at least one', async () => {
    const { press, text, sent } = await open([row('recent')])
    await press('Remove Recently requested')
    await press('Save')
    expect(text()).toContain('Required')
    expect(sent()).toEqual([])
  })

  it('can be chosen while the catalogue’s categories are unavailable, and say so', async () => {
    const { press, text, field } = await open([row('bestsellers', HISTORY)], {
      'GET /api/settings/discover/categories': () =>
        problem({ status: 502, code: 'catalogue_unreachable', detail: 'No.' }),
    })
    expect(text()).toContain('The categories could not be loaded.')
    expect(text()).toContain('Bestsellers in History')
    expect(field('Row').textContent).not.toContain('History')
    await press('Try again')
  })

  it('are hidden from non-administrators', async () => {
    const { text } = await openPage('/settings/discover', { user: { role: 'trusted' } })
    expect(text()).toContain('Page not found')
  })
})
