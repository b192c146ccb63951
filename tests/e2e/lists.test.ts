import { describe, expect, it } from 'vitest'
import { heading } from './support/pages'
import { newcomer } from './support/people'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

const EXPORT = [
  'Book Id,Title,Author,ISBN,ISBN13,Exclusive Shelf',
  '1,"The Drowned Court (Songs of the Drowned Court, #4)",Ysolde Brandt-Kerrow,"=""""","=""""",to-read',
  '2,Bottled Wether,Pell Ambrose,"=""""","=""""",to-read',
  '3,A Book That Nobody Wrote,Nobody Known,"=""""","=""""",to-read',
  '4,Thornborn,Corvin Thale,"=""""","=""""",read',
].join('\n')

describe.each(BOTH)('a list at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]

  it('is imported from a file, checked, requested in one go and removed', async () => {
    // A page that shows its progress may refetch it during its removal.
    const { page, goTo, where } = await visit({
      url,
      device,
      as: await newcomer(url, 'list'),
      refusals: [404],
    })
    await goTo('requests')
    await page.getByRole('button', { name: 'Import a list' }).first().click()
    await appears(heading(page, 'Lists'))
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'goodreads.csv', mimeType: 'text/csv', buffer: Buffer.from(EXPORT) })
    await page.getByRole('button', { name: 'Find audiobooks' }).click()

    await appears(heading(page, 'goodreads.csv'))
    expect(where()).toMatch(/^\/lists\/[\w-]+$/)
    await appears(page.getByRole('checkbox', { name: 'Select “The Drowned Court”', checked: true }))
    await appears(page.getByRole('link', { name: 'Request it by hand' }))
    await page.getByRole('button', { name: 'This is it: Bottled Weather' }).click()
    await page.getByRole('button', { name: 'Request 2 books' }).click()
    await page.getByRole('button', { name: 'Request 2 books?' }).click()
    await appears(page.getByRole('tab', { name: 'Requested 2' }))

    await page.getByRole('button', { name: 'Delete list' }).click()
    await page.getByRole('button', { name: /^Delete this list/ }).click()
    await appears(heading(page, 'Lists'))
    expect(where()).toBe('/lists')
  })
})
