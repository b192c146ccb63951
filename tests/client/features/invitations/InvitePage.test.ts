import { describe, expect, it } from 'vitest'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, problem } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { aSession, aUser } from '#tests/client/support/samples'

const FOUND = { username: null, expires_at: '2026-05-08T12:00:00.000Z' }
const over: Answer = () => problem({ status: 404, code: 'unknown_invitation', detail: 'Over.' })

interface Given {
  found?: Answer
  accepted?: Answer
  user?: { username: string }
}

/** Opens the link of an invitation; using it signs the person in. */
async function open({ found = () => json(FOUND), accepted, user }: Given = {}) {
  let current = user ? aUser(user) : null
  return openPage('/invite#the-token', {
    user: null,
    answers: {
      'GET /api/session': () => json(aSession({ user: current })),
      'POST /api/auth/invitation': found,
      'POST /api/auth/invitation/accept': (call) => {
        if (accepted) return accepted(call)
        current = aUser({ username: 'mila' })
        return json(current)
      },
      'GET /api/requests': () => json([]),
    },
  })
}

describe('the page of an invitation', () => {
  it('asks someone new for a username and password, and lets them in', async () => {
    const { server, text, fill, submitWith, path } = await open()
    expect(text()).toContain('You are invited')
    expect(text()).toContain(`On ${window.location.host} you request the audiobooks`)
    expect(server.called('POST /api/auth/invitation')[0]?.body).toEqual({ token: 'the-token' })
    await fill('Username', 'mila')
    await fill('Password', 'long enough')
    await fill('Confirm password', 'long enough')
    await submitWith('Username')
    expect(server.called('POST /api/auth/invitation/accept')[0]?.body).toEqual({
      token: 'the-token',
      username: 'mila',
      password: 'long enough',
      confirm_password: 'long enough',
    })
    expect(path()).not.toContain('the-token')
    expect(text()).not.toContain('You are invited')
  })

  it('asks an existing user only for a password', async () => {
    const { server, field, fill, submitWith } = await open({
      found: () => json({ ...FOUND, username: 'jonas' }),
    })
    expect(field('Username')).toMatchObject({ value: 'jonas', readOnly: true })
    await fill('Password', 'long enough')
    await fill('Confirm password', 'long enough')
    await submitWith('Password')
    expect(server.called('POST /api/auth/invitation/accept')[0]?.body).toEqual({
      token: 'the-token',
      password: 'long enough',
      confirm_password: 'long enough',
    })
  })

  it('shows errors at their field, before and after it is sent', async () => {
    const { server, fill, submitWith, errorAt } = await open({
      accepted: () => problem({ status: 409, code: 'username_taken', detail: 'Taken.' }),
    })
    await fill('Username', 'mila')
    await fill('Password', 'short')
    await fill('Confirm password', 'other')
    await submitWith('Username')
    expect(errorAt('Password')).toBe('At least 8 characters')
    expect(errorAt('Confirm password')).toBe('The passwords do not match')
    expect(server.called('POST /api/auth/invitation/accept')).toHaveLength(0)
    await fill('Password', 'long enough')
    await fill('Confirm password', 'long enough')
    await submitWith('Username')
    expect(errorAt('Username')).toBe('This username is taken')
  })

  it('says that the link has expired, and leads to the sign-in', async () => {
    const { text, find } = await open({ found: over })
    expect(text()).toContain('This link does not work')
    expect(text()).toContain('Ask for a new one')
    expect(find('a', 'Go to sign-in')).not.toBeNull()
  })

  it('says how long to wait after too many wrong links', async () => {
    const { text } = await open({
      found: () =>
        problem({ status: 429, code: 'too_many_attempts', detail: 'Wait.' }, { 'retry-after': '120' }),
    })
    expect(text()).toContain('Try again in 2 minutes')
  })

  it('warns people who are already signed in', async () => {
    const { text } = await open({ user: { username: 'rosa' } })
    expect(text()).toContain('You are signed in as rosa')
  })
})
