import { describe, expect, it } from 'vitest'
import { json } from '#tests/client/support/fakeServer'
import { openPage } from '#tests/client/support/openPage'
import { anItem, aSession, someDetails } from '#tests/client/support/samples'
import { settle } from '#tests/client/support/mountApp'

const open = () =>
  openPage('/requests/new', {
    answers: {
      'POST /api/requests/manual': () =>
        json({ ...anItem({}, ['marta']), id: 'H00000000X', info: null }, { status: 201 }),
      'GET /api/books/{}': () => json(someDetails()),
    },
  })

/** Whether the browser would ask before the page is reloaded or closed. */
function browserAsks(): boolean {
  const event = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(event)
  return event.defaultPrevented
}

describe('leaving a form', () => {
  it('asks nothing if nothing was typed', async () => {
    const { router, unsaved, path } = await open()
    expect(browserAsks()).toBe(false)
    await router.push('/settings')
    expect(unsaved.asking).toBe(false)
    expect(path()).toBe('/settings')
  })

  it('asks before another page opens, and keeps what was typed if refused', async () => {
    const { router, unsaved, fill, field, path } = await open()
    await fill('Title (required)', 'Sand')
    expect(browserAsks()).toBe(true)
    const leaving = router.push('/settings')
    await settle()
    expect(unsaved.asking).toBe(true)
    unsaved.answer(false)
    await leaving
    expect(path()).toBe('/requests/new')
    expect(field('Title (required)').value).toBe('Sand')
    expect(browserAsks()).toBe(true)
  })

  it('continues on confirmation', async () => {
    const { router, unsaved, fill, path } = await open()
    await fill('Title (required)', 'Sand')
    const leaving = router.push('/settings')
    await settle()
    unsaved.answer(true)
    await leaving
    expect(path()).toBe('/settings')
    expect(browserAsks()).toBe(false)
  })

  it('asks nothing once the input is removed or saved', async () => {
    const { router, unsaved, fill, submitWith, path } = await open()
    await fill('Title (required)', 'Sand')
    await fill('Title (required)', '')
    expect(browserAsks()).toBe(false)
    await fill('Title (required)', 'Sand')
    await fill('Author (required)', 'Ada Reed')
    await submitWith('Title (required)')
    expect(path()).toBe('/book/H00000000X')
    expect(browserAsks()).toBe(false)
    await router.push('/settings')
    expect(unsaved.asking).toBe(false)
  })

  it('treats a second attempt while the question is open as staying', async () => {
    const { router, unsaved, fill, path } = await open()
    await fill('Title (required)', 'Sand')
    const first = router.push('/settings')
    await settle()
    await router.push('/requests')
    await first
    expect(unsaved.asking).toBe(false)
    expect(path()).toBe('/requests/new')
  })

  it('asks nothing of someone who was signed out elsewhere', async () => {
    const { server, session, router, unsaved, fill, path } = await open()
    await fill('Title (required)', 'Sand')
    server.answers['GET /api/session'] = () => json(aSession({ user: null }))
    await session.load()
    await router.push({ name: 'login' })
    expect(unsaved.asking).toBe(false)
    expect(path()).toBe('/login')
  })
})
