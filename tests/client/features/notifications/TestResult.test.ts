import { describe, expect, it } from 'vitest'
import { json, problem } from '#tests/client/support/fakeServer'
import { aTarget, aTestResult, CUSTOM } from '#tests/client/support/notificationSamples'
import { openTargetForm } from '#tests/client/support/openTargetForm'

describe('a test of a target', () => {
  it('is sent with unsaved values, without a name', async () => {
    const { fill, press, tested, created } = await openTargetForm({ kind: 'custom' })
    await fill('Web address', 'https://script.example.org/')
    await press('Add header')
    await fill('Name of header 1', 'Authorization')
    await fill('Value of header 1', 'Bearer x')
    await press('Send test')
    expect(tested()).toEqual([
      {
        kind: 'custom',
        url: 'https://script.example.org/',
        body_type: 'json',
        body: CUSTOM.body,
        headers: { Authorization: 'Bearer x' },
        language: null,
        event: 'onNewRequest',
      },
    ])
    expect(created()).toEqual([])
  })

  it('of a stored target uses the stored secrets', async () => {
    const target = aTarget({ kind: 'gotify', token: { set: true }, events: ['onAvailable'] })
    const { fill, press, server, testedSaved } = await openTargetForm({ target })
    await fill('Message', '{"message":"new"}')
    await press('Send test')
    expect(server.called('POST /api/settings/notifications/t1/test')).toHaveLength(1)
    expect(testedSaved()).toEqual([
      {
        kind: 'gotify',
        url: 'https://chat.example.org/hook',
        body_type: 'json',
        body: '{"message":"new"}',
        headers: { Authorization: null },
        language: null,
        event: 'onAvailable',
      },
    ])
  })

  it('shows the request and the answer, until something changes', async () => {
    const { press, fill, text, statuses } = await openTargetForm({ target: aTarget() })
    await press('Send test')
    expect(statuses().join()).toContain('The test was delivered')
    expect(text()).toContain('POST https://chat.example.org/hook')
    expect(text()).toContain('authorization: ***')
    expect(text()).toContain('{"text":"A Sample"}')
    expect(text()).toContain('Status 200 after 12 ms')
    await fill('Name', 'Other')
    expect(text()).not.toContain('The test was delivered')
  })

  it('shows the answer of a service that refused it', async () => {
    const error = 'HTTP 401'
    const { press, text } = await openTargetForm({
      target: aTarget(),
      answers: {
        'POST /api/settings/notifications/{}/test': () =>
          json(aTestResult({ delivered: false, error, answer: { status: 401, body: 'Wrong token' } })),
      },
    })
    await press('Send test')
    expect(text()).toContain('The test was not delivered')
    expect(text()).toContain(error)
    expect(text()).toContain('Wrong token')
  })

  it('says why there was no answer', async () => {
    const error = 'Connection refused'
    const { press, text } = await openTargetForm({
      target: aTarget(),
      answers: {
        'POST /api/settings/notifications/{}/test': () =>
          json(aTestResult({ delivered: false, error, answer: null })),
      },
    })
    await press('Send test')
    expect(text()).toContain(error)
    expect(text()).toContain('None.')
  })

  it('is not sent to an invalid address', async () => {
    const { fill, press, errorAt, testedSaved } = await openTargetForm({ target: aTarget() })
    await fill('Web address', 'nowhere')
    await press('Send test')
    expect(errorAt('Web address')).toBe('Must start with http:// or https://')
    expect(testedSaved()).toEqual([])
  })

  it('says why it could not be sent', async () => {
    const { press, text } = await openTargetForm({
      target: aTarget(),
      answers: {
        'POST /api/settings/notifications/{}/test': () =>
          problem({ status: 404, code: 'unknown_target', detail: 'There is no such notification target.' }),
      },
    })
    await press('Send test')
    expect(text()).toContain('The test was not sent')
    expect(text()).toContain('There is no such notification target.')
  })
})
