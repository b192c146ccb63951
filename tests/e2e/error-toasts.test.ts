import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectErrorToast, unclaimedErrorToasts } from './support/shown-toasts'
import { ADMINISTRATOR } from './support/people'
import { toast } from './support/pages'
import { appears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const waiting = await useSharedDemos('waiting')

const REMEDY =
  'Ask whoever runs the server to look at the disk, which has no room left for anything new at all.'

/** The region cannot be saved, as the server says. */
async function failToSave(page: Page): Promise<void> {
  await page.route('**/api/settings/account', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({
          status: 507,
          contentType: 'application/problem+json',
          json: {
            type: 'about:blank',
            title: 'No room',
            status: 507,
            code: 'no_room',
            detail: `There is no room. ${REMEDY.repeat(2)}`,
            request_id: 'r1',
          },
        })
      : route.continue(),
  )
  await page.getByLabel('Catalogue region').selectOption({ index: 3 })
}

describe.each(BOTH)('a message about a failure at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  const open = async () => {
    const visitor = await visit({
      url,
      device,
      as: ADMINISTRATOR,
      refusals: [507],
    })
    await visitor.goTo('settings/account')
    return visitor
  }

  it('is expected by the test, or fails it', async () => {
    const { page, context } = await open()
    await failToSave(page)
    await expect.poll(() => unclaimedErrorToasts(context)).toEqual([expect.stringContaining('no room')])
    await expectErrorToast(page, 'There is no room')
    expect(await unclaimedErrorToasts(context)).toEqual([])
  })

  it('is shown in full above a dialog, and within everyone’s reach', async () => {
    const { page } = await open()
    await failToSave(page)
    await expectErrorToast(page, REMEDY)
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
    await appears(dialog)
    // Found by role, so it is not hidden from assistive technology.
    const message = toast(page, REMEDY)
    await appears(message)
    const words = message.getByText(REMEDY)
    const cut = await words.evaluate((text) => text.scrollHeight > text.clientHeight)
    expect(cut).toBe(false)

    await page.keyboard.press('F8')
    await page.keyboard.press('Tab')
    await expect.poll(() => message.evaluate((item) => item.contains(document.activeElement))).toBe(true)
    await message.getByRole('button', { name: 'Dismiss this message' }).click()
    await expect.poll(() => message.count()).toBe(0)
    await appears(dialog)
  })
})
