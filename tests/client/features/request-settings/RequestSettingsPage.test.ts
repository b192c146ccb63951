import { describe, expect, it } from 'vitest'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { RequestSettingsDto } from '#contract/request-settings'
import { json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { aRequestSettings } from '#tests/client/support/requestSettings'
import { openPage } from '#tests/client/support/openPage'

const NONE = { quotas: { untrusted: null, trusted: null } }

async function open(settings: Partial<RequestSettingsDto> = {}, answers: Record<string, Answer> = {}) {
  const page = await openPage('/settings/requests', {
    user: { role: 'admin' },
    answers: {
      'GET /api/settings/requests': () => json(aRequestSettings(settings)),
      'PATCH /api/settings/requests': nothing,
      ...answers,
    },
  })
  return { ...page, sent: () => page.server.called('PATCH /api/settings/requests').map(({ body }) => body) }
}

describe('the quotas of the roles', () => {
  it('are unlimited until an administrator limits them', async () => {
    const { field, fill, submitWith, sent } = await open()
    expect(field('Members').value).toBe('unlimited')
    await fill('Members', 'limited')
    await fill('Requests', '3')
    await fill('Days', '30')
    await submitWith('Days')
    expect(sent()).toEqual([{ quotas: { untrusted: { requests: 3, days: 30 }, trusted: null } }])
  })

  it('are shown, and can be lifted', async () => {
    const { field, fill, submitWith, sent } = await open({
      quotas: { untrusted: null, trusted: { requests: 10, days: 7 } },
    })
    expect([field('Requests').value, field('Days').value]).toEqual(['10', '7'])
    await fill('Trusted members', 'unlimited')
    await submitWith('Trusted members')
    expect(sent()).toEqual([NONE])
  })

  it('are not sent while they are invalid', async () => {
    const { fill, submitWith, sent, errorAt } = await open()
    await fill('Members', 'limited')
    await fill('Days', '400')
    await submitWith('Days')
    expect(errorAt('Days')).toBe('At most 365')
    expect(sent()).toEqual([])
  })

  it('show the server’s complaint', async () => {
    const errors = [issueAt('quotas.untrusted.days', fault('too_large', { maximum: 30 }))]
    const { fill, submitWith, errorAt } = await open(
      {},
      {
        'PATCH /api/settings/requests': () =>
          problem({ status: 422, code: 'validation_failed', detail: 'No.', errors }),
      },
    )
    await fill('Members', 'limited')
    await submitWith('Days')
    expect(errorAt('Days')).toBe('At most 30')
  })

  it('are hidden from non-administrators', async () => {
    const { text } = await openPage('/settings/requests', { user: { role: 'trusted' } })
    expect(text()).toContain('Page not found')
  })
})

describe('automatic approval', () => {
  const RULE = { name: 'Short ones', max_hours: 20, language: 'en', unabridged: true, released: false }
  const roles = { untrusted: false, trusted: true }

  it('adds a rule with its conditions', async () => {
    const { press, fill, submitWith, sent } = await open()
    await press('Add rule')
    await fill('Name', 'Short ones')
    await fill('Maximum length in hours', '20')
    await fill('Language', 'en')
    await press('Unabridged')
    await submitWith('Name')
    expect(sent()).toEqual([{ approval: { roles, rules: [RULE] } }])
  })

  it('follows the role if that is changed', async () => {
    const { press, submitWith, sent } = await open({ approval: { roles, rules: [RULE] } })
    await press('Approve all requests from trusted members')
    await submitWith('Name')
    expect(sent()).toEqual([{ approval: { roles: { untrusted: false, trusted: false }, rules: [RULE] } }])
  })

  it('needs a condition in a rule, and a length that is a number', async () => {
    const { press, fill, submitWith, sent, errorAt } = await open()
    await press('Add rule')
    await fill('Name', 'All')
    await submitWith('Name')
    expect(errorAt('Name')).toBe('A rule needs at least one condition')
    await fill('Maximum length in hours', 'long')
    await submitWith('Name')
    expect(errorAt('Maximum length in hours')).toBe('Enter a whole number')
    expect(sent()).toEqual([])
  })

  it('omits a removed rule', async () => {
    const { press, submitWith, sent } = await open({
      approval: { roles, rules: [RULE, { ...RULE, name: 'Others' }] },
    })
    await press('Remove Short ones')
    await submitWith('Name')
    expect(sent()).toEqual([{ approval: { roles, rules: [{ ...RULE, name: 'Others' }] } }])
  })
})
