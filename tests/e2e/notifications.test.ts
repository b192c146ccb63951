import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sharedDemo } from './support/demo'
import { heading, toast } from './support/pages'
import { ADMINISTRATOR, callAs, newcomer } from './support/people'
import { requested } from './support/requests-page'
import { request, result } from './support/search-page'
import { appears, disappears } from './support/seeing'
import { messagesAt } from './support/sink'
import { BOTH } from './support/surroundings'
import { visit } from './support/visitor'

const idSchema = z.object({ id: z.string() })

/** Titles that break what is careless with them; the catalogue of the demo really has them. */
const TITLES = [
  '"Quotes", ‘Apostrophes’ & Ampersands: It’s Complicated',
  '<b>Bold</b> & <script>alert(1)</script> Other Tags',
  'The 🚀 Club: @everyone Is Invited 🎉',
]

describe.each(BOTH)('a target of notifications at $base on a $device', ({ base, device }) => {
  const { url, sink } = sharedDemo(base)

  it('is added, keeps its secret through an edit, is switched off, and removed', async () => {
    const name = `Chat ${device}`
    const path = `/chat-${device}`
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    await page.getByRole('button', { name: 'Add a target' }).click()
    const adding = page.getByRole('dialog', { name: 'Add a target' })
    await adding.getByRole('button', { name: 'Save' }).click()
    await appears(adding.getByText('This is needed').first())
    await adding.getByLabel('Name', { exact: true }).fill(name)
    await adding.getByLabel('Web address').fill(`${sink}${path}`)
    await adding.getByRole('button', { name: 'Add a header' }).click()
    await adding.getByLabel('Name of header 1').fill('Authorization')
    await adding.getByLabel('Value of header 1').fill('Bearer of-secrets')
    await adding.getByRole('button', { name: 'Save' }).click()
    await appears(toast(page, `Saved: ${name}`))

    await page.getByRole('button', { name: `Edit ${name}` }).click()
    const editing = page.getByRole('dialog', { name: `Edit ${name}` })
    expect(await editing.getByLabel('Name of header 1').inputValue()).toBe('Authorization')
    expect(await editing.getByLabel('Value of header 1').inputValue()).toBe('')
    expect(await page.content()).not.toContain('of-secrets')
    await editing.getByLabel('Message').fill('{"said": "{bookTitle}", "by": "{eventUser}"}')
    await editing.getByRole('button', { name: 'Save' }).click()
    await disappears(editing)

    const asker = await newcomer(url, 'asker')
    const asking = await visit({ url, device, as: asker })
    for (const title of TITLES) {
      await asking.goTo(`search?q=${encodeURIComponent(title)}`)
      await request(asking.page, title)
    }
    await expect.poll(() => messagesAt(sink, path)).toHaveLength(TITLES.length)
    for (const message of await messagesAt(sink, path)) {
      expect(message.headers).toMatchObject({ authorization: 'Bearer of-secrets' })
      expect(JSON.parse(message.body)).toEqual({ said: expect.toBeOneOf(TITLES), by: asker.username })
    }
    await asking.goTo('requests')
    for (const title of TITLES) await appears(requested(asking.page, title).getByText(title, { exact: true }))
    expect(await asking.page.getByRole('main').locator('script, b').count()).toBe(0)

    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
    await appears(card.getByText(/^Delivered/))
    await page.getByRole('switch', { name: `${name} is on` }).click()
    await appears(toast(page, `${name} is off`))
    await page.reload()
    expect(await page.getByRole('switch', { name: `${name} is on` }).getAttribute('aria-checked')).toBe(
      'false',
    )

    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await appears(page.getByText('Really remove?'))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByRole('button', { name: 'Really remove?' }).click()
    await disappears(page.getByRole('heading', { name }))
  })

  it('is not saved with a message that would not be JSON', async () => {
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    await page.getByRole('button', { name: 'Add a target' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('Name', { exact: true }).fill('Broken')
    await form.getByLabel('Web address').fill('not an address')
    await form.getByLabel('Message').fill('{"said": {bookTitle}')
    await form.getByRole('button', { name: 'Save' }).click()
    await appears(form.getByText('This is not valid JSON once the variables are filled in.'))
    await page.keyboard.press('Escape')
    await disappears(form)
    await appears(heading(page, 'Notifications'))
  })

  it('shows that a message did not get through', async () => {
    const name = `Broken ${device}`
    const target = {
      name,
      url: 'http://127.0.0.1:9/',
      events: ['onNewRequest'],
      body_type: 'text',
      body: 'x',
    }
    const created = await callAs(url, ADMINISTRATOR, 'POST', 'api/settings/notifications', target)
    const { page, goTo } = await visit({ url, device, as: ADMINISTRATOR })
    await goTo('settings/notifications')
    await appears(page.getByRole('heading', { name }))
    const asking = await visit({ url, device, as: await newcomer(url, 'unheard') })
    await asking.goTo('search?q=winterglass')
    await request(asking.page, 'Winterglass')
    await appears(result(asking.page, 'Winterglass').withdrawButton)
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
    await appears(card.getByText(/^Failed 1 time, next try/))
    const { id } = idSchema.parse(await created.json())
    await callAs(url, ADMINISTRATOR, 'DELETE', `api/settings/notifications/${id}`)
    await disappears(card)
  })
})
