import { describe, expect, it } from 'vitest'
import { useOwnDemo } from './support/demo'
import { cover, row } from './support/discover-page'
import { heading, openSection } from './support/pages'
import { ADMINISTRATOR } from './support/people'
import { appears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

describe.each(BOTH)('Discover at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base })

  it('leads from a recommendation to its request, and shows its status', async () => {
    const { page, goTo, where } = await visit({ url: demo().url, device, as: ADMINISTRATOR })
    await goTo()
    const recommended = row(page, 'For you')
      .getByRole('listitem')
      .filter({ hasText: 'Because you requested' })
    await appears(recommended.first())
    const title = (await recommended.first().locator('[title]').first().getAttribute('title')) ?? ''

    await recommended.first().getByRole('link').click()
    await appears(heading(page, title))
    await appears(row(page, 'Similar books').getByRole('link').first())
    await page.getByRole('button', { name: `Request ${title}` }).click()
    await appears(page.getByRole('button', { name: 'View releases' }))

    await openSection(page, 'Discover')
    expect(where()).toBe('/')
    await appears(cover(page, 'Recently requested', title).getByText('Waiting'))
    await expect.poll(() => cover(page, 'For you', title).count()).toBe(0)
  })

  it('loads the rows that come into view', async () => {
    const { page, goTo } = await visit({ url: demo().url, device, as: ADMINISTRATOR })
    await goTo()
    const last = page.getByRole('region', { name: /^Bestsellers in / }).last()
    await appears(last)
    await last.scrollIntoViewIfNeeded()
    await appears(last.getByRole('link').first())
  })
})
