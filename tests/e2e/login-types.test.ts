import { describe, expect, it } from 'vitest'
import { useOwnDemo } from './support/demo'
import { heading } from './support/pages'
import { request, searchFor } from './support/search-page'
import { appears } from './support/seeing'
import { BOTH } from './support/environments'
import { visit } from './support/visitor'

const ROOT = { username: 'Rosa', password: 'a lantern by the sea' }

/** Completes the first set-up on its page. */
async function setUp({ page, goTo }: Awaited<ReturnType<typeof visit>>, choice: string) {
  await goTo()
  await page.getByRole('radio', { name: choice }).click()
  await page.getByLabel('Username').fill(ROOT.username)
  await page.getByLabel('Password', { exact: true }).fill(ROOT.password)
  await page.getByLabel('Confirm password').fill(ROOT.password)
  await page.getByRole('button', { name: 'Set up Earmark' }).click()
}

/**
 * If no one fills in the dialog, newer browsers fail to load the page, older ones show the body of the 401.
 */
function expectDialogLeftEmpty(error: unknown): void {
  expect(String(error)).toContain('ERR_INVALID_AUTH_CREDENTIALS')
}

describe.each(BOTH)('the browser’s own dialog at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base, filled: false })

  it('covers the whole page, and lets in anyone who knows the password', async () => {
    const { url } = demo()
    const visitor = await visit({ url, device, context: { httpCredentials: ROOT } })
    await setUp(visitor, 'Browser dialog')
    await appears(heading(visitor.page, 'Region and languages'))
    await searchFor(visitor.page, 'winterglass')
    await request(visitor.page, 'Winterglass')

    const stranger = await visit({ url, device, refusals: [401] })
    const answered = stranger.page.waitForResponse(`${url}requests`)
    await stranger.page.goto(`${url}requests`).catch(expectDialogLeftEmpty)
    const answer = await answered
    expect([answer.status(), answer.headers()['www-authenticate']]).toEqual([
      401,
      expect.stringMatching(/^Basic realm=/),
    ])
    const api = await fetch(`${url}api/requests`)
    expect([api.status, api.headers.get('www-authenticate')]).toEqual([401, expect.stringMatching(/^Basic /)])
  })
})

describe.each(BOTH)('no sign-in at $base on a $device', ({ base, device }) => {
  const demo = useOwnDemo({ baseUrl: base, filled: false })

  it('makes everyone the administrator, under a permanent warning', async () => {
    const { url } = demo()
    const first = await visit({ url, device })
    await setUp(first, 'No sign-in')
    await appears(heading(first.page, 'Region and languages'))

    const { page, goTo } = await visit({ url, device })
    await goTo('settings/notifications')
    await appears(heading(page, 'Notifications'))
    await appears(page.getByText('anyone who can open this address is the administrator'))
    await page.getByRole('button', { name: 'Account: Rosa' }).click()
    await appears(page.getByText('Administrator', { exact: true }))
  })
})
