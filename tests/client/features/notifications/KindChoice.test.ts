import { describe, expect, it } from 'vitest'
import { json, problem } from '#tests/client/support/fakeServer'
import { GOTIFY, NTFY, someKinds } from '#tests/client/support/notificationSamples'
import { openTargetForm } from '#tests/client/support/openTargetForm'

describe('the kind of a new target', () => {
  it('leaves only name, address and token to enter', async () => {
    const { press, fill, save, created, finished } = await openTargetForm()
    await press('Gotify')
    await fill('Name', 'My phone')
    await fill('Web address', 'https://gotify.example.org')
    await fill('Token', 'A-token')
    await save()
    expect(created()).toEqual([
      {
        name: 'My phone',
        url: 'https://gotify.example.org',
        kind: 'gotify',
        events: ['onNewRequest'],
        body_type: 'json',
        body: GOTIFY.body,
        headers: {},
        language: null,
        token: 'A-token',
        enabled: true,
      },
    ])
    expect(finished()).toBe(1)
  })

  it('updates message and headers, but not typed ones', async () => {
    const { press, fill, field } = await openTargetForm({ kind: 'custom' })
    await fill('Name', 'Mine')
    await fill('Web address', 'https://ntfy.sh/mine')
    await press('ntfy')
    expect(field('Message').value).toBe(NTFY.body)
    expect(field('Name of header 1').value).toBe('Title')
    await fill('Message', 'Typed: {bookTitle}')
    await press('Discord')
    expect(field('Name').value).toBe('Mine')
    expect(field('Web address').value).toBe('https://ntfy.sh/mine')
    expect(field('Message').value).toBe('Typed: {bookTitle}')
  })

  it('says which address and token it needs', async () => {
    const { press, field, find, text } = await openTargetForm({ kind: 'gotify' })
    expect(field('Web address').getAttribute('placeholder')).toBe(GOTIFY.address_example)
    expect(text()).toContain('In Gotify: Apps')
    await press('ntfy')
    expect(field('Token (optional)')).toBeDefined()
    await press('Discord')
    expect(find('input', 'Token')).toBeNull()
    expect(text()).toContain('Copy webhook URL')
  })

  it('is not saved without its token', async () => {
    const { fill, save, created, errorAt } = await openTargetForm({ kind: 'gotify' })
    await fill('Name', 'My phone')
    await fill('Web address', 'https://gotify.example.org')
    await save()
    expect(errorAt('Token')).toBe('Required')
    expect(created()).toEqual([])
  })

  it('offers a choice of formats if its service accepts several', async () => {
    const { press, find, fill, field, save, created } = await openTargetForm({ kind: 'ntfy' })
    const formats = () =>
      [...document.querySelectorAll('label')].filter((label) => label.textContent === 'Format')
    expect(formats()).toHaveLength(0)
    await press('Other')
    expect(formats()).toHaveLength(1)
    await fill('Format', 'text')
    await fill('Name', 'Script')
    await fill('Web address', 'https://script.example.org')
    await save()
    expect(created()).toMatchObject([{ kind: 'custom', body_type: 'text' }])
    expect(find('button', 'Other')?.getAttribute('aria-checked')).toBe('true')
    expect(field('Format').value).toBe('text')
  })

  it('shows the available events, and sends the chosen ones', async () => {
    const kinds = someKinds({ only: ['onRequestDeclined', 'onAvailable'] })
    const page = await openTargetForm({ kinds, kind: 'ntfy', scope: 'account/notifications' })
    const offered = [...document.querySelectorAll('fieldset label')].map((label) => label.textContent?.trim())
    expect(offered).toEqual(['Request declined', 'Available'])
    await page.tick('Request declined')
    await page.fill('Name', 'Mine')
    await page.fill('Web address', 'https://ntfy.sh/mine')
    await page.save()
    expect(page.created()).toMatchObject([{ events: ['onAvailable'] }])
  })

  it('says that the kinds did not load, and retries', async () => {
    let works = false
    const { press, text, field } = await openTargetForm({
      answers: {
        'GET /api/settings/notifications/kinds': () =>
          works ? json(someKinds()) : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    expect(text()).toContain('It broke.')
    works = true
    await press('Try again')
    expect(field('Name').value).toBe('')
  })
})
