import { describe, expect, it } from 'vitest'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import { json, later, problem } from '#tests/client/support/fakeServer'
import { aPreview, aTarget } from '#tests/client/support/notificationSamples'
import { arrive } from '#tests/client/support/openPage'
import { openTargetForm } from '#tests/client/support/openTargetForm'

const PREVIEW = 'POST /api/settings/notifications/preview'
const TYPED = {
  kind: 'custom',
  url: 'https://chat.example.org/hook',
  headers: { Authorization: null },
  language: null,
}

describe('the preview of a message', () => {
  it('loads at once, and again when typing stops', async () => {
    const { fill, previewed } = await openTargetForm({ target: aTarget() })
    const first = { ...TYPED, body_type: 'json', body: '{"text":"{bookTitle}"}', event: 'onNewRequest' }
    expect(previewed()).toEqual([first])
    await Promise.all([fill('Message', '{"a'), fill('Message', '{"a":"b"}')])
    await expect.poll(previewed).toEqual([first, { ...first, body: '{"a":"b"}' }])
  })

  it('shows the message as its service does, and the request as sent', async () => {
    const target = aTarget({ kind: 'gotify', token: { set: true }, headers: {} })
    const { text } = await openTargetForm({
      target,
      answers: {
        [PREVIEW]: () =>
          json(
            aPreview({
              request: { headers: { 'x-gotify-key': '***' }, body: '{"title":"A","message":"B"}' },
            }),
          ),
      },
    })
    expect(document.querySelector('section')?.textContent).toContain('AB')
    expect(text()).toContain('POST https://chat.example.org/hook')
    expect(text()).toContain('x-gotify-key: ***')
  })

  it('drops an answer that arrives after a newer one', async () => {
    const slow = later()
    const { fill, previewed, text } = await openTargetForm({
      target: aTarget(),
      answers: {
        [PREVIEW]: (call) =>
          JSON.stringify(call.body).includes('first')
            ? slow.answer(call)
            : json(aPreview({ request: { body: 'the newest' } })),
      },
    })
    await fill('Message', '{"a":"first"}')
    await expect.poll(() => previewed().length).toBe(2)
    await fill('Message', '{"a":"second"}')
    await expect.poll(() => previewed().length).toBe(3)
    await expect.poll(text).toContain('the newest')
    slow.give(json(aPreview({ request: { body: 'the oldest' } })))
    await fill('Name', 'Other')
    expect(text()).toContain('the newest')
    expect(text()).not.toContain('the oldest')
  })

  it('warns about unknown variables in place, and about truncation', async () => {
    const unknown_variables = [
      { path: 'body', name: 'bookTitel' },
      { path: 'body', name: 'author' },
      { path: 'headers.Authorization', name: 'key' },
    ]
    const { text, statuses } = await openTargetForm({
      target: aTarget(),
      answers: { [PREVIEW]: () => json(aPreview({ unknown_variables, shortened: ['content', ''] })) },
    })
    expect(statuses()).toEqual(
      expect.arrayContaining([
        'Unknown, so sent as written: {bookTitel}, {author}',
        'Unknown, so sent as written: {key}',
      ]),
    )
    expect(text()).toContain('Cut to the service’s limit: content, the message')
  })

  it('follows the service’s limits', async () => {
    const { press, errorAt } = await openTargetForm({ kind: 'ntfy' })
    expect(errorAt('Message')).toBe('Cut to what the service accepts: 4,096 bytes.')
    await press('Discord')
    expect(errorAt('Message')).toBe('Cut to what the service accepts: content 2,000 characters.')
    await press('Gotify')
    expect(errorAt('Message')).toBeUndefined()
  })

  it('says what would be refused', async () => {
    const problems = [issueAt('body', fault('not_json', { line: 1, column: 8 }))]
    const { text } = await openTargetForm({
      target: aTarget(),
      answers: { [PREVIEW]: () => json(aPreview({ problems })) },
    })
    expect(text()).toContain('This cannot be sent')
    expect(text()).toContain('Must be valid JSON with every variable inside quotes: line 1, column 8')
  })

  it('uses the sample of the chosen event', async () => {
    const target = aTarget({ events: ['onAvailable', 'onNotFound'] })
    const { field, fill, previewed } = await openTargetForm({ target })
    const choice = field('Sample event')
    expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
      'Available',
      'Not found at first',
    ])
    await fill('Sample event', 'onNotFound')
    await expect.poll(() => previewed().at(-1)).toMatchObject({ event: 'onNotFound' })
  })

  it('waits while something is half typed', async () => {
    const { press, fill, previewed, text } = await openTargetForm({ target: aTarget() })
    await press('Add header')
    await fill('Name of header 2', 'not a name')
    expect(text()).toContain('Something above is not valid yet')
    await fill('Name of header 2', 'A-name')
    await expect.poll(() => previewed().at(-1)).toMatchObject({ headers: { 'A-name': '' } })
    expect(previewed()).toHaveLength(2)
    expect(text()).not.toContain('Something above is not valid yet')
  })

  it('can be retried after a failure', async () => {
    let works = false
    const { press, text } = await openTargetForm({
      target: aTarget(),
      answers: {
        [PREVIEW]: () =>
          works
            ? json(aPreview({ request: { body: 'Here it is' } }))
            : problem({ status: 500, code: 'internal', detail: 'It broke.' }),
      },
    })
    expect(text()).toContain('No preview')
    works = true
    await press('Try again')
    expect(text()).toContain('Here it is')
  })
})

describe('the variables', () => {
  it('are explained, and inserted at the cursor', async () => {
    const target = aTarget({ body_type: 'text', body: 'New: !' })
    const { field, text } = await openTargetForm({ target })
    expect(text()).toContain('sample of bookTitle')
    const message = field('Message')
    if (!(message instanceof HTMLTextAreaElement)) throw new Error('The message has one line')
    message.setSelectionRange(5, 5)
    const buttons = [...document.querySelectorAll('button')]
    buttons.find(({ textContent }) => textContent?.includes('sample of bookTitle'))?.click()
    await arrive()
    expect(message.value).toBe('New: {bookTitle}!')
    expect(document.activeElement).toBe(message)
  })

  it('have their samples in the chosen language', async () => {
    const { fill, text, server } = await openTargetForm({ target: aTarget() })
    const sample = { ...aPreview().sample, bookTitle: 'Muster von bookTitle' }
    server.answers[PREVIEW] = () => json(aPreview({ sample }))
    await fill('Language', 'de')
    await expect.poll(text).toContain('Muster von bookTitle')
    expect(server.called(PREVIEW).at(-1)).toMatchObject({ body: { language: 'de' } })
  })
})
