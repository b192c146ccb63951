import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startNtfy } from '#fakes/receivers/ntfy'
import { startWebhookReceiver, type WebhookReceiver } from '#fakes/webhook-receiver'
import { looksRight } from './support/looks'
import { dismissToast, heading } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer } from './support/people'
import { requested } from './support/requests-page'
import { request } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { useSharedDemos } from './support/shared-demos'
import { messagesAt } from './support/sink'
import { BOTH, type Device } from './support/environments'
import { addTarget, fillTarget, saveTarget, targetCard } from './support/targets-page'
import { visit } from './support/visitor'
import { expectToast } from './support/shown-toasts'

const waiting = await useSharedDemos('waiting')

/** Titles that break careless code; the demo's catalogue really has them. */
const TITLES = [
  '"Quotes", ‘Apostrophes’ & Ampersands: It’s Complicated',
  '<b>Bold</b> & <script>alert(1)</script> Other Tags',
  'The 🚀 Club: @everyone Is Invited 🎉',
]

/** A message as the target below receives it. */
const saidSchema = z.object({ said: z.string(), by: z.string() })

/** A new user requests a book. */
async function askFor(url: string, device: Device, title: string): Promise<{ username: string }> {
  const asker = await newcomer(url, 'asker')
  const { page, goTo } = await visit({ url, device, as: asker })
  await goTo(`search?q=${encodeURIComponent(title)}`)
  await request(page, title)
  return asker
}

describe.each(BOTH)('a target of notifications at $base on a $device', ({ base, device }) => {
  const { url, sink } = waiting[base]

  it('is added, keeps its secret through an edit, is switched off, and removed', async () => {
    const name = `Chat ${device}`
    const path = `/chat-${device}`
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    const adding = await addTarget(page, 'Other')
    await adding.getByRole('button', { name: 'Save' }).click()
    await appears(adding.getByText('Required').first())
    await fillTarget(adding, { name, url: `${sink}${path}` })
    await adding.getByRole('button', { name: 'Add header' }).click()
    await adding.getByLabel('Name of header 1').fill('Authorization')
    await adding.getByLabel('Value of header 1').fill('Bearer of-secrets')
    await adding.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, `Saved: ${name}`)

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const editing = page.getByRole('dialog', { name: `Edit ${name}` })
    expect(await editing.getByLabel('Name of header 1').inputValue()).toBe('Authorization')
    expect(await editing.getByLabel('Value of header 1').inputValue()).toBe('')
    expect(await page.content()).not.toContain('of-secrets')
    await editing
      .getByRole('textbox', { name: 'Message' })
      .fill('{"said": "{bookTitle}", "by": "{eventUser}"}')
    await editing.getByRole('button', { name: 'Save' }).click()
    await disappears(editing)

    const asker = await newcomer(url, 'asker')
    const requester = await visit({ url, device, as: asker })
    for (const title of TITLES) {
      await requester.goTo(`search?q=${encodeURIComponent(title)}`)
      await request(requester.page, title)
    }
    // Others request books on this server too, and a slow target may be notified twice.
    const told = async () => {
      const messages = (await messagesAt(sink, path)).map(({ headers, body }) => ({
        ...saidSchema.parse(JSON.parse(body)),
        authorization: headers['authorization'],
      }))
      const own = messages.filter(({ by }) => by === asker.username)
      return Object.fromEntries(own.map(({ said, authorization }) => [said, authorization]))
    }
    await expect
      .poll(told)
      .toEqual(
        Object.fromEntries(TITLES.map((title) => [title.replace('@', '@\u200b'), 'Bearer of-secrets'])),
      )
    await requester.goTo('requests')
    for (const title of TITLES)
      await appears(requested(requester.page, title).getByText(title, { exact: true }))
    expect(await requester.page.getByRole('main').locator('script, b').count()).toBe(0)

    await appears(targetCard(page, name).getByText(/^Delivered/))
    await page.getByRole('switch', { name: `${name} is on` }).click()
    await expectToast(page, `${name} is off`)
    await page.reload()
    expect(await page.getByRole('switch', { name: `${name} is on` }).getAttribute('aria-checked')).toBe(
      'false',
    )

    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await appears(page.getByText(`Remove ${name}?`))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: `Remove ${name}?` }).click()
    await disappears(page.getByRole('heading', { name, exact: true }))
  })

  it('is not saved if its message would not be JSON', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    const form = await addTarget(page, 'Other')
    await fillTarget(form, { name: 'Broken', url: 'not an address' })
    await form.getByRole('textbox', { name: 'Message' }).fill('{"said": {bookTitle}')
    await form.getByRole('button', { name: 'Save' }).click()
    await appears(form.getByText('This is not valid JSON once the variables are filled in.'))
    await page.keyboard.press('Escape')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
    await disappears(form)
    await appears(heading(page, 'Notifications'))
  })
})

describe.each(BOTH)('an ntfy topic at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  let ntfy: Awaited<ReturnType<typeof startNtfy>>
  beforeAll(async () => {
    ntfy = await startNtfy({ token: 'tk_of_secrets' })
  })
  afterAll(() => ntfy.close())

  it('needs only a name, an address and a token, and shows what a test sent and got', async () => {
    const name = `Phone ${device}`
    const topic = `books-${device}`
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    const form = await addTarget(page, 'ntfy')
    await fillTarget(form, { name, url: `${ntfy.url}/${topic}`, token: 'tk_of_secrets' })
    await form.getByRole('button', { name: 'Send test' }).click()
    await appears(form.getByText('The test was delivered'))
    await appears(form.getByText(/^Status 200 after/))
    const sent = form.getByText(`POST ${ntfy.url}/${topic}`).last()
    await sent.scrollIntoViewIfNeeded()
    await appears(sent)
    await appears(form.getByText('authorization: ***').last())
    expect(await page.content()).not.toContain('tk_of_secrets')
    expect(ntfy.taken).toMatchObject([{ topic, title: expect.stringContaining('New request') }])
    await looksRight(page, 'the form with the result of a test')
    await saveTarget(page, form, name)

    const { username } = await askFor(url, device, 'Coral and Iron')
    await expect.poll(() => ntfy.taken).toHaveLength(2)
    expect(ntfy.taken[1]).toMatchObject({ topic, message: expect.stringContaining(username) })
    expect(ntfy.taken[1]?.title).toContain('Coral and Iron')
    await appears(targetCard(page, name).getByText(/^Delivered/))

    await page.getByRole('button', { name: `Test ${name}` }).click()
    const test = page.getByRole('dialog', { name: `Test ${name}` })
    await appears(test.getByText('The test was delivered'))
    expect(ntfy.taken).toHaveLength(3)
    expect(ntfy.refused).toEqual([])
    await test.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: `Remove ${name}?` }).click()
    await disappears(targetCard(page, name))
  })
})

describe.each(BOTH)('a target that refuses messages at $base on a $device', ({ base, device }) => {
  const { url } = waiting[base]
  const name = `Broken ${device}`
  let receiver: WebhookReceiver
  let status: number
  beforeAll(async () => {
    receiver = await startWebhookReceiver((_call, response) => void response.writeHead(status).end('Sorry'))
  })
  afterAll(() => receiver.close())

  async function create() {
    const target = {
      name,
      url: receiver.url,
      events: ['onNewRequest'],
      body_type: 'text',
      body: '{bookTitle}',
    }
    await callAs(url, ADMINISTRATOR, 'POST', 'api/settings/notifications', target)
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    await appears(targetCard(page, name))
    return { page, card: targetCard(page, name) }
  }

  async function remove(card: ReturnType<typeof targetCard>) {
    await card.getByRole('button', { name: `Remove ${name}` }).click()
    await card.getByRole('button', { name: `Remove ${name}?` }).click()
    await disappears(card)
  }

  it('says when the next attempt is', async () => {
    status = 503
    const { card } = await create()
    await askFor(url, device, 'Winterglass')
    await appears(card.getByText(/^Failed 1 time, next attempt/))
    await appears(card.getByText('The target answered 503: Sorry'))
    await remove(card)
  })

  it('is marked if it refuses for good, and gets everything once it works again', async () => {
    status = 410
    const { page, card } = await create()
    await askFor(url, device, 'Threadspace')
    await askFor(url, device, 'Hollow Pines')
    await appears(card.getByText(/^Failing since/))
    await appears(card.getByText('The target answered 410: Sorry'))
    await appears(card.getByText('2 messages failed'))
    await looksRight(page, 'a target that is marked')

    await card.getByRole('link', { name: `Delivery log of ${name}` }).click()
    await appears(heading(page, 'Delivery log'))
    const entry = page.getByRole('listitem').filter({ hasText: 'Hollow Pines' })
    await appears(entry.getByText('Failed', { exact: true }))
    await entry.getByRole('button', { name: /^Attempts:/ }).click()
    await appears(entry.getByText(/^Answered 410/))
    await looksRight(page, 'the delivery log')

    status = 204
    await entry.getByRole('button', { name: /^Send again/ }).click()
    await appears(entry.getByText('Delivered', { exact: true }))
    await appears(entry.getByText(/^Answered 204/))
    await page.getByLabel('State').selectOption({ label: 'Failed' })
    await disappears(entry)
    await appears(page.getByRole('listitem').filter({ hasText: 'Threadspace' }))

    await page.getByRole('link', { name: 'Notifications' }).first().click()
    await card.getByRole('button', { name: /^Send all|^Send it again/ }).click()
    await appears(card.getByText(/^Delivered/))
    await disappears(card.getByText(/messages? failed/))
    await expect
      .poll(() => receiver.calls.slice(-2).map(({ body }) => body))
      .toEqual(['Hollow Pines', 'Threadspace'])
    await remove(card)
  })
})

describe.each(BOTH)('a target of a user at $base on a $device', ({ base, device }) => {
  const { url, sink } = waiting[base]
  const path = `/own-${device}`
  const BOOK = 'The Iron Vigil'

  it('reports only its owner’s requests, when they are approved and when they are available', async () => {
    const admin = await visit({ url, device, as: ADMINISTRATOR })
    const login = await newcomer(url, 'listener', 'untrusted')
    const { page, goTo, load } = await visit({ url, device, as: login, refusals: [422] })
    await goTo('settings/account')
    await appears(page.getByText('No notifications yet. Where should messages go?'))
    await page.getByRole('button', { name: 'Other', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Add notification' })
    await fillTarget(form, { name: 'My phone', url: `${sink}${path}` })
    await form.getByRole('button', { name: 'Save' }).click()
    await appears(form.getByText(/This address is on the server’s network/))

    await admin.goTo('settings/notifications')
    const mayBePrivate = admin.page.getByLabel('Allow addresses on your local network')
    await mayBePrivate.click()
    await appears(admin.page.getByText(/machines that only it can reach/))
    await expectToast(admin.page, 'Saved')
    await form.getByRole('button', { name: 'Save' }).click()
    await disappears(form)
    await appears(targetCard(page, 'My phone'))

    await goTo(`search?q=${encodeURIComponent(BOOK)}`)
    await request(page, BOOK)
    const stranger = await newcomer(url, 'stranger', 'untrusted')
    const other = await visit({ url, device, as: stranger })
    await other.goTo('search?q=winterglass')
    await request(other.page, 'Winterglass')

    await admin.goTo(`requests?user=${login.username}`)
    await admin.page.getByRole('button', { name: `Approve the requests for ${BOOK}` }).click()
    await expect.poll(() => messagesAt(sink, path)).toHaveLength(1)
    await requested(admin.page, BOOK).getByRole('link').first().click()
    await admin.page.getByRole('button', { name: 'Manage' }).click()
    await admin.page.getByRole('menuitem', { name: 'Mark as available' }).click()
    await expect.poll(() => messagesAt(sink, path)).toHaveLength(2)
    const bodies = (await messagesAt(sink, path)).map(({ body }) => body)
    expect(bodies[0]).toContain('Request approved')
    expect(bodies[1]).toContain('Available')
    for (const body of bodies) expect(body).toContain(BOOK)

    await goTo('settings/account')
    await appears(targetCard(page, 'My phone').getByText(/^Delivered/))
    await looksRight(page, 'the account with a target')
    await targetCard(page, 'My phone').getByRole('link', { name: 'Delivery log of My phone' }).click()
    await appears(heading(page, 'Delivery log'))
    await appears(page.getByRole('listitem').filter({ hasText: 'Request approved' }))
    await appears(page.getByRole('listitem').filter({ hasText: 'Available' }))
    await looksRight(page, 'the own delivery log')

    await admin.goTo('settings/notifications')
    await mayBePrivate.click()
    await dismissToast(admin.page, 'Saved')
    await admin.page.getByLabel('Users can add their own notifications').click()
    await dismissToast(admin.page, 'Saved')
    await load('settings/account')
    await appears(page.getByText(/An administrator has turned off notifications for users/))
    await looksRight(page, 'the account where own targets are turned off')
    await Promise.all([
      admin.page.waitForResponse((response) => response.request().method() === 'PATCH'),
      admin.page.getByLabel('Users can add their own notifications').click(),
    ])
    await page.reload()
    await appears(page.getByRole('switch', { name: 'My phone is on' }))
  })
})
