import { describe, expect, it } from 'vitest'
import { issueAt } from '#contract/issue-words'
import { fault, type Fault } from '#contract/issues'
import { problem } from '#tests/client/support/fakeServer'
import { aTarget, someKinds } from '#tests/client/support/notificationSamples'
import { openTargetForm } from '#tests/client/support/openTargetForm'

/** A response that rejects a field. */
const refusal = (path: string, found: Fault) => () =>
  problem({ status: 422, code: 'validation_failed', detail: 'No.', errors: [issueAt(path, found)] })

describe('the form of a target', () => {
  it('refuses a message that is not JSON, and an invalid address', async () => {
    const { fill, save, changed, errorAt } = await openTargetForm({ target: aTarget() })
    await fill('Message', '{"text": {bookTitle}}')
    await save()
    expect(errorAt('Message')).toContain('not valid JSON')
    await fill('Message', '{"text": "{bookTitle}"}')
    await fill('Web address', 'ftp://example.org')
    await save()
    expect(errorAt('Web address')).toBe('Must start with http:// or https://')
    expect(changed()).toEqual([])
  })

  it('says that an event is needed', async () => {
    const { tick, save, text, changed } = await openTargetForm({ target: aTarget() })
    await tick('New request')
    await save()
    expect(text()).toContain('Required')
    expect(changed()).toEqual([])
  })

  it('shows the server’s complaint at its field', async () => {
    const { save, field, finished } = await openTargetForm({
      target: aTarget(),
      answers: { 'PUT /api/settings/notifications/{}': refusal('name', fault('taken')) },
    })
    await save()
    expect(field('Name').getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field('Name'))
    expect(finished()).toBe(0)
  })

  it('unfolds the message if something in it is wrong', async () => {
    const { save, errorAt } = await openTargetForm({
      kind: 'gotify',
      target: aTarget({ kind: 'gotify', token: { set: true }, headers: {} }),
      answers: { 'PUT /api/settings/notifications/{}': refusal('body', fault('not_a_json_object')) },
    })
    const folded = () => document.querySelector('details')?.open
    expect(folded()).toBe(false)
    await save()
    expect(folded()).toBe(true)
    expect(errorAt('Message')).toBe('Must be a JSON object')
  })

  it('says that hidden parts of the address stay, and that another address needs them', async () => {
    const target = aTarget({ url: 'https://chat.example.org/hook?key=***' })
    const { fill, save, errorAt } = await openTargetForm({
      target,
      answers: { 'PUT /api/settings/notifications/{}': refusal('url', fault('hidden_parts')) },
    })
    expect(errorAt('Web address')).toBe('Its hidden parts (***) stay as they are until you change it.')
    await fill('Web address', 'https://other.example.org/hook?key=***')
    await save()
    expect(errorAt('Web address')).toContain('Enter the hidden parts (***) again')
  })

  it('returns to the kind’s default message', async () => {
    const { press, field } = await openTargetForm({ target: aTarget() })
    await press('Reset to the default message')
    expect(field('Message').value).toBe('{"custom":"{eventText}"}')
  })

  it('sends the chosen language, and none for the server’s own', async () => {
    const { fill, save, changed, field } = await openTargetForm({ target: aTarget({ language: 'fr' }) })
    expect(field('Language').value).toBe('fr')
    await fill('Language', 'de')
    await save()
    await fill('Language', 'none')
    await save()
    expect(changed()).toMatchObject([{ language: 'de' }, { language: null }])
  })

  it('leaves the language of a new target to its owner', async () => {
    const { fill, save, created } = await openTargetForm({ scope: 'account/notifications' })
    await fill('Name', 'Phone')
    await fill('Web address', 'https://ntfy.example.org/books')
    await save()
    expect(created()).toMatchObject([{ language: null }])
  })

  it('says why it was not saved if no field is at fault', async () => {
    const { save, text } = await openTargetForm({
      target: aTarget(),
      answers: {
        'PUT /api/settings/notifications/{}': () =>
          problem({ status: 404, code: 'unknown_target', detail: 'There is no such notification target.' }),
      },
    })
    await save()
    expect(text()).toContain('The target was not saved')
    expect(text()).toContain('There is no such notification target.')
  })
})

describe('the form of one’s own target', () => {
  const scope = 'account/notifications'
  const refused = refusal('url', fault('not_public'))

  it('begins with the usual events of a requester', async () => {
    const { fill, save, created } = await openTargetForm({ scope })
    await fill('Name', 'Mine')
    await fill('Web address', 'https://ntfy.sh/mine')
    await save()
    expect(created()).toMatchObject([{ events: ['onRequestApproved', 'onRequestDeclined', 'onAvailable'] }])
  })

  it('says at the address that it may not be in the server’s network', async () => {
    const { fill, save, press, errorAt, field } = await openTargetForm({
      scope,
      kinds: someKinds({ private_addresses: false }),
      answers: { [`POST /api/settings/${scope}`]: refused, [`POST /api/settings/${scope}/test`]: refused },
    })
    expect(errorAt('Web address')).toContain('It must be reachable from the internet')
    const address = [...document.querySelectorAll('label')].find((one) => one.textContent === 'Web address')
    const lines = [...(address?.parentElement?.querySelectorAll('p') ?? [])].map((line) => line.textContent)
    expect(lines).toEqual([expect.stringMatching(/\.$/), expect.stringMatching(/^It must be reachable/)])
    await fill('Name', 'Mine')
    await fill('Web address', 'http://192.168.1.2/mine')
    await save()
    expect(errorAt('Web address')).toContain('This address is on the server’s network.')
    await fill('Web address', 'http://192.168.1.3/mine')
    await press('Send test')
    expect(errorAt('Web address')).toContain('This address is on the server’s network.')
    expect(document.activeElement).toBe(field('Web address'))
  })
})
