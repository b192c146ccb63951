import { describe, expect, it } from 'vitest'
import { issueAt } from '#contract/issue-words'
import { fault } from '#contract/issues'
import type { SessionDto } from '#contract/auth'
import type { UserDetailsDto } from '#contract/users'
import type { Answer } from '#tests/client/support/fakeServer'
import { json, nothing, problem } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'

function aMember(user: Partial<UserDetailsDto> = {}): UserDetailsDto {
  return {
    username: 'jonas',
    role: 'untrusted',
    group: 'untrusted',
    root: false,
    extra_data: null,
    has_password: true,
    created_at: '2026-01-02T10:00:00Z',
    request_count: 0,
    quota: null,
    api_key_count: 0,
    ...user,
  }
}
const ME = aMember({ username: 'marta', role: 'admin', group: 'admin', root: true })

interface Given {
  answers?: Record<string, Answer>
  at?: string
  total?: number
  me?: { username?: string; root?: boolean }
  session?: Partial<SessionDto>
}

const open = (
  users: UserDetailsDto[],
  { answers = {}, at = '/settings/users', total = users.length, me = {}, session = {} }: Given = {},
) =>
  openPage(at, {
    user: { role: 'admin', ...me },
    session,
    answers: { 'GET /api/users': () => json({ users, total }), ...answers },
  })

describe('the list of users', () => {
  it('is hidden from non-administrators', async () => {
    const { text } = await openPage('/settings/users', { user: { role: 'trusted' } })
    expect(text()).toContain('Page not found')
  })

  it('shows the page and search in the address', async () => {
    const { server } = await open([ME], { at: '/settings/users?q=mar&page=3', total: 60 })
    const query = server.called('GET /api/users')[0]?.query
    expect(Object.fromEntries(query ?? [])).toEqual({ q: 'mar', limit: '25', offset: '50' })
  })

  it('goes to the next page', async () => {
    const { press, path } = await open([ME], { total: 60 })
    await press('Next page')
    expect(path()).toBe('/settings/users?page=2')
  })

  it('returns to the last page if its only user is gone', async () => {
    const { path } = await open([], { at: '/settings/users?page=3', total: 50 })
    expect(path()).toBe('/settings/users?page=2')
  })
})

describe('adding a user', () => {
  async function add(answer: Answer, password = 'long enough') {
    const page = await open([ME], { answers: { 'POST /api/users': answer } })
    await page.press('Add user')
    await page.fill('Username', 'lea')
    await page.fill('Password', password)
    await page.fill('Role', 'trusted')
    await page.submitWith('Username')
    return page
  }

  it('sends the name, password, role and extra data', async () => {
    const { server } = await add(() => json(aMember({ username: 'lea' }), { status: 201 }))
    expect(server.called('POST /api/users')[0]?.body).toEqual({
      username: 'lea',
      password: 'long enough',
      role: 'trusted',
      extra_data: null,
    })
  })

  it('says at the name that it is taken', async () => {
    const { errorAt } = await add(() => problem({ status: 409, code: 'username_taken', detail: 'Taken.' }))
    expect(errorAt('Username')).toBe('This username is taken')
  })

  it('shows the server’s complaint at its field, in words', async () => {
    const errors = [issueAt('password', fault('too_short', { minimum: 12 }))]
    const { errorAt } = await add(() =>
      problem({ status: 422, code: 'validation_failed', detail: 'No.', errors }),
    )
    expect(errorAt('Password')).toBe('At least 12 characters')
  })

  it('requires a password of the configured length', async () => {
    const { server, errorAt } = await add(nothing, 'short')
    expect(server.called('POST /api/users')).toHaveLength(0)
    expect(errorAt('Password')).toBe('At least 8 characters')
  })
})

describe('editing a user', () => {
  async function edit(user: UserDetailsDto, me = {}) {
    const page = await open([ME, user], {
      me,
      answers: {
        'PUT /api/users/{}': () => json({ ...user, role: 'trusted' }),
        'GET /api/users/{}/quota': () => json({ quota: { requests: 5, days: 7 }, left: 2, next_at: null }),
      },
    })
    await page.press(`Edit ${user.username}`)
    const sent = () => page.server.called('PUT /api/users/{}')
    return { ...page, sent }
  }

  it('sends only what was changed, so the password and the requests stay', async () => {
    const { fill, submitWith, sent } = await edit(aMember({ username: 'jo nas/1' }))
    await fill('Role', 'trusted')
    await submitWith('Role')
    expect(sent()[0]?.path).toBe('/api/users/jo%20nas%2F1')
    expect(sent()[0]?.body).toEqual({ role: 'trusted' })
  })

  it('sets a quota, shown beside what is left of it', async () => {
    const { fill, submitWith, sent, text } = await edit(aMember({ quota: { requests: 5, days: 7 } }))
    expect(text()).toContain('Requests left: 2 of 5')
    await fill('Requests', '9')
    await submitWith('Requests')
    expect(sent()[0]?.body).toEqual({ quota: { requests: 9, days: 7 } })
  })

  it.each([
    ['role', null],
    ['unlimited', 'unlimited'],
  ])('lets them request %s', async (kind, quota) => {
    const { fill, submitWith, sent } = await edit(aMember({ quota: { requests: 5, days: 7 } }))
    await fill('Request quota', kind)
    await submitWith('Role')
    expect(sent()[0]?.body).toEqual({ quota })
  })

  it('says at the field that a quota is invalid', async () => {
    const { fill, submitWith, sent, errorAt } = await edit(aMember({ quota: { requests: 5, days: 7 } }))
    await fill('Days', 'many')
    await submitWith('Days')
    expect(errorAt('Requests')).toBe('Not valid')
    expect(sent()).toEqual([])
  })

  it('sets a new password if one was forgotten', async () => {
    const { press, fill, submitWith, sent, text } = await edit(aMember())
    await press('Set a new password')
    expect(text()).toContain('Their requests stay')
    await fill('New password', 'long enough')
    await submitWith('Role')
    expect(sent()[0]?.body).toEqual({ password: 'long enough' })
  })

  it('revokes the keys along with a new password on request', async () => {
    const { press, fill, submitWith, sent } = await edit(aMember({ api_key_count: 2 }))
    await press('Set a new password')
    await fill('New password', 'long enough')
    await press('Revoke their 2 API keys too')
    await submitWith('Role')
    expect(sent()[0]?.body).toEqual({ password: 'long enough', revoke_api_keys: true })
  })

  it('can empty the extra data', async () => {
    const { fill, submitWith, sent } = await edit(aMember({ extra_data: 'a note' }))
    await fill('Extra data', '')
    await submitWith('Role')
    expect(sent()[0]?.body).toEqual({ extra_data: null })
  })

  it('leaves the role and password of the root administrator alone', async () => {
    const root = aMember({ username: 'boss', role: 'admin', root: true })
    const { field, find } = await edit(root)
    expect(field('Role').disabled).toBe(true)
    expect(find('button', 'Set a new password')).toBeNull()
  })

  it('leads people out of here who gave up being administrators', async () => {
    const self = aMember({ username: 'anna', role: 'admin' })
    const page = await edit(self, { username: 'anna' })
    page.server.answers['GET /api/session'] = () =>
      json({
        ...page.session.session,
        user: { username: 'anna', role: 'trusted', group: 'trusted', root: false },
      })
    await page.fill('Role', 'trusted')
    await page.submitWith('Role')
    expect(page.path()).toBe('/settings/account')
  })
})

describe('deleting a user', () => {
  const remove = (user: UserDetailsDto) => open([ME, user], { answers: { 'DELETE /api/users/{}': nothing } })

  it('says what goes with them before it happens', async () => {
    const { server, press } = await remove(aMember({ request_count: 31, api_key_count: 1 }))
    await press('Delete jonas')
    expect(server.called('DELETE /api/users/{}')).toHaveLength(0)
    await press('Delete jonas along with 31 requests and one API key?')
    expect(server.called('DELETE /api/users/{}')[0]?.path).toBe('/api/users/jonas')
  })

  it('only confirms if nothing goes with them', async () => {
    const { press, server } = await remove(aMember())
    await press('Delete jonas')
    await press('Delete jonas?')
    expect(server.called('DELETE /api/users/{}')).toHaveLength(1)
  })

  it('is not offered for oneself and the root administrator', async () => {
    const { find } = await open([ME, aMember({ username: 'anna' })], { me: { username: 'anna' } })
    expect(find('button', 'Delete marta')).toBeNull()
    expect(find('button', 'Delete anna')).toBeNull()
  })
})

describe('inviting someone', () => {
  const INVITATION = {
    id: 'first',
    role: 'trusted',
    username: null,
    invited_by: 'marta',
    created_at: '2026-05-01T12:00:00.000Z',
    expires_at: '2026-05-08T12:00:00.000Z',
  }
  const URL = 'https://books.example/invite#the-token'
  const made: Answer = () => json({ ...INVITATION, url: URL }, { status: 201 })
  const listed: Answer = () => json({ invitations: [INVITATION], total: 1 })

  it('creates a link, shows it once, and can create another', async () => {
    const { press, fill, submitWith, field, server, find } = await open([ME], {
      answers: { 'POST /api/invitations': made },
    })
    await press('Invite')
    await fill('Role', 'trusted')
    await fill('Link works for', '30')
    await submitWith('Role')
    expect(server.called('POST /api/invitations')[0]?.body).toEqual({ role: 'trusted', days: 30 })
    expect(field('Link').value).toBe(URL)
    await press('Invite another')
    expect(find('input', 'Link')).toBeNull()
  })

  it('lists the unused links, and revokes them', async () => {
    const { press, text, server } = await open([ME], {
      answers: { 'GET /api/invitations': listed, 'DELETE /api/invitations/{}': nothing },
    })
    expect(text()).toContain('by marta')
    await press('Revoke: Trusted member')
    await press('Revoke this link?')
    expect(server.called('DELETE /api/invitations/{}')[0]?.path).toBe('/api/invitations/first')
  })

  it('creates a link for an existing user’s new password', async () => {
    const { press, field, server } = await open([ME, aMember()], {
      answers: { 'POST /api/invitations': made },
    })
    await press('Edit jonas')
    await press('Create a link for a new password')
    expect(server.called('POST /api/invitations')[0]?.body).toEqual({ username: 'jonas', days: 7 })
    expect(field('Link').value).toBe(URL)
  })

  it('is offered only if people have passwords here', async () => {
    const { find, server } = await open([ME], { session: { login_type: 'oidc' } })
    expect(find('button', 'Invite')).toBeNull()
    expect(server.called('GET /api/invitations')).toHaveLength(0)
  })
})
