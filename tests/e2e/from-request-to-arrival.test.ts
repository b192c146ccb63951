import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { asinOf } from '#scripts/lib/demo-data'
import { looksRight } from './support/looks'
import { heading, openSection } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer } from './support/people'
import { releases } from './support/releases-page'
import { requested } from './support/requests-page'
import { result } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { messagesAt } from './support/sink'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'
import { useSharedDemos } from './support/shared-demos'
import { expectToast } from './support/shown-toasts'

const working = await useSharedDemos('working')

const REASON = 'We have it on paper.'
const tick = (page: Page, title: string) =>
  page.getByRole('checkbox', { name: `Select ${title}`, exact: true })
const chosen = (page: Page) => page.getByRole('region', { name: 'Selected requests' })
const status = (page: Page, words: string) =>
  page.getByRole('main').getByRole('article').getByText(words, { exact: true })

describe.each(BOTH)('a request at $base on a $device', ({ base, device }) => {
  const { url, sink } = working[base]
  const come = (as: { username: string; password: string }) => visit({ url, device, as })

  it('waits for approval, is then grabbed automatically, and is available once its requester says so', async () => {
    const asker = await newcomer(url, 'asker', 'untrusted')
    const requester = await come(asker)
    await requester.goTo('search?q=bramble+king')
    const { card, requestButton } = result(requester.page, 'Bramble King')
    await requestButton.click()
    await appears(card.getByText('Requested', { exact: true }))
    await expect
      .poll(async () => (await messagesAt(sink, '/new-request')).map(({ body }) => body))
      .toContainEqual(expect.stringContaining(`${asker.username} asked for Bramble King`))
    await requester.goTo(`book/${asinOf('Bramble King')}`)
    await appears(status(requester.page, 'Waiting for approval'))

    const deciding = await come(ADMINISTRATOR)
    await deciding.goTo('requests?status=waiting_for_approval')
    const entry = requested(deciding.page, 'Bramble King')
    await entry.getByRole('button', { name: 'Approve the requests for Bramble King' }).click()
    await expectToast(deciding.page, 'Approved: Bramble King')
    await disappears(entry)

    await appears(status(requester.page, 'Sent to the download client'))
    await appears(requester.page.getByRole('listitem').filter({ hasText: 'Your request was approved' }))
    await looksRight(requester.page, 'a book on its way')
    await requester.page.getByRole('button', { name: 'It has arrived' }).click()
    await appears(status(requester.page, 'In the library'))
    await appears(
      requester.page.getByRole('listitem').filter({ hasText: `Marked as available by ${asker.username}` }),
    )
  })

  it('is declined with a reason, and may be requested once more', async () => {
    const asker = await newcomer(url, 'asker', 'untrusted')
    const book = `book/${asinOf('Thornborn')}`
    await callAs(url, asker, 'POST', `api/requests/${asinOf('Thornborn')}`)
    const requester = await come(asker)
    await requester.goTo(book)
    await appears(status(requester.page, 'Waiting for approval'))

    const deciding = await come(ADMINISTRATOR)
    await deciding.goTo(book)
    await deciding.page.getByRole('button', { name: `Decline ${asker.username}’s request` }).click()
    await deciding.page.getByLabel('Reason, shown to the requester').fill(REASON)
    await looksRight(deciding.page, 'declining a request')
    await deciding.page.getByRole('button', { name: 'Decline', exact: true }).click()
    await expectToast(deciding.page, 'Declined: Thornborn')

    await appears(status(requester.page, 'Declined'))
    await appears(status(requester.page, `Reason: ${REASON}`))
    await looksRight(requester.page, 'a declined request')
    await requester.page.getByRole('button', { name: 'Request again: Thornborn' }).click()
    await appears(status(requester.page, 'Waiting for approval'))
  })

  it('is decided together with others', async () => {
    const titles = ['The Tidewright', 'Coral and Iron', 'What the Sea Kept']
    const asker = await newcomer(url, 'many', 'untrusted')
    for (const title of titles) await callAs(url, asker, 'POST', `api/requests/${asinOf(title)}`)
    const { page, goTo } = await come(ADMINISTRATOR)
    await goTo(`requests?user=${asker.username}`)
    await tick(page, 'The Tidewright').click()
    await tick(page, 'Coral and Iron').click()
    await appears(chosen(page).getByText('2 selected'))
    await chosen(page).getByRole('button', { name: 'Decline' }).click()
    await chosen(page).getByLabel('Reason, shown to the requester').fill(REASON)
    await looksRight(page, 'many requests at once')
    await chosen(page).getByRole('button', { name: 'Decline 2' }).click()
    await expectToast(page, '2 declined')
    await disappears(chosen(page))
    await appears(requested(page, 'Coral and Iron').getByText(REASON))

    await tick(page, 'What the Sea Kept').click()
    await chosen(page).getByRole('button', { name: 'Approve' }).click()
    await expectToast(page, 'One approved')
    await appears(requested(page, 'What the Sea Kept').getByText('Sent to the download client'))
  })
})

describe.each(BOTH)('a book requested by hand at $base on a $device', ({ base, device }) => {
  const { url } = working[base]

  it('is requested, corrected, searched with the correction and grabbed, or withdrawn', async () => {
    const writer = await newcomer(url, 'writer')
    const { page, goTo } = await visit({
      url,
      device,
      as: writer,
      // The page of a withdrawn book can request it again.
      refusals: [404],
    })
    await goTo('search?q=zzzz')
    await page.getByRole('button', { name: 'Can’t find it? Request it by hand' }).click()
    await appears(heading(page, 'Request by hand'))
    expect(await page.getByLabel('Title (required)', { exact: true }).inputValue()).toBe('zzzz')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await appears(page.getByText('At least one name is required'))
    await looksRight(page, 'a form with a fault')
    await page.getByLabel('Title (required)', { exact: true }).fill('Nettle Thrones')
    await page.getByLabel('Author (required)').fill('Corvin Thale')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await appears(heading(page, 'Nettle Thrones'))
    await appears(status(page, 'Not found yet'))

    await page.getByRole('button', { name: 'Manage' }).click()
    await page.getByRole('menuitem', { name: 'Edit details' }).click()
    await page.getByLabel('Title (required)', { exact: true }).fill('The Nettle Throne')
    await page.getByRole('button', { name: 'Save' }).click()
    await appears(heading(page, 'The Nettle Throne'))
    // A correction starts another search.
    await appears(status(page, 'Sent to the download client'))

    const choosing = await visit({ url, device, as: ADMINISTRATOR })
    await choosing.goTo(`requests?user=${writer.username}`)
    await requested(choosing.page, 'The Nettle Throne')
      .getByRole('link', { name: 'The Nettle Throne' })
      .click()
    await choosing.page.getByRole('button', { name: 'View releases' }).click()
    await appears(heading(choosing.page, 'Releases for The Nettle Throne'))
    await appears(releases(choosing.page).first().getByText('Sent to the download client'))

    await openSection(page, 'Requests')
    await page.getByRole('button', { name: 'Request by hand' }).click()
    await page.getByLabel('Title (required)', { exact: true }).fill('A Book Nobody Has')
    await page.getByLabel('Author (required)').fill('Nobody')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await appears(heading(page, 'A Book Nobody Has'))
    await page.getByRole('button', { name: 'Withdraw the request for A Book Nobody Has' }).click()
    await page.getByRole('button', { name: 'Withdraw this request?' }).click()
    await expectToast(page, 'Withdrawn: A Book Nobody Has')
    await openSection(page, 'Requests')
    await appears(requested(page, 'The Nettle Throne'))
    await disappears(requested(page, 'A Book Nobody Has'))
  })
})
