import { describe, expect, it } from 'vitest'
import { json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { someKinds } from '#tests/client/support/notificationSamples'
import { openPage } from '#tests/client/support/openPage'
import App from '#client/layout/App.vue'

const MADE = {
  created_at: '2026-06-01T12:00:00Z',
  calendar_url: 'https://books.example.com/api/feeds/secret/calendar.ics',
  rss_url: 'https://books.example.com/api/feeds/secret/calendar.rss',
}

describe('the private address of a calendar', () => {
  const open = (created_at: string | null, more: Record<string, Answer> = {}) => {
    const now = { created_at }
    return openPage('/settings/account', {
      component: App,
      answers: {
        'GET /api/settings/account': () =>
          json({ has_password: false, default_region: null, language: null }),
        'GET /api/settings/account/api-keys': () => json([]),
        'GET /api/settings/account/sessions': () => json([]),
        'GET /api/settings/account/notifications': () => json([]),
        'GET /api/settings/account/notifications/kinds': () => json(someKinds()),
        'GET /api/settings/account/feed': () => json(now),
        'POST /api/settings/account/feed': () => {
          now.created_at = MADE.created_at
          return json(MADE, { status: 201 })
        },
        'DELETE /api/settings/account/feed': () => {
          now.created_at = null
          return nothing()
        },
        ...more,
      },
    })
  }

  it('is shown when it is created, and hidden once it is revoked', async () => {
    const { press, field, text } = await open(null)
    await press('Create address')
    expect(field('For calendar apps (ICS)').value).toBe(MADE.calendar_url)
    expect(field('For feed readers (RSS)').value).toBe(MADE.rss_url)
    await press('Revoke')
    await press('Revoke the current address?')
    expect(text()).toContain('Address revoked')
    expect(text()).toContain('No address yet')
    expect(document.querySelector(`input[value="${MADE.rss_url}"]`)).toBeNull()
  })

  it('is not shown again, and replaced after a confirmation', async () => {
    const { server, press, field, text } = await open('2026-05-01T12:00:00Z')
    expect(text()).toContain('It is not shown again.')
    await press('Create another')
    expect(server.called('POST /api/settings/account/feed')).toHaveLength(0)
    await press('Replace the current address?')
    expect(field('For calendar apps (ICS)').value).toBe(MADE.calendar_url)
  })

  it('says why it could not be created', async () => {
    const { press, text } = await open(null, {
      'POST /api/settings/account/feed': () =>
        problem({ status: 503, code: 'database_unavailable', detail: 'Down' }),
    })
    await press('Create address')
    expect(text()).toContain('No address was created. The database does not answer.')
  })
})
