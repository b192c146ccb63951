import { describe, expect, it } from 'vitest'
import type { BookDetailsDto } from '#contract/books'
import type { Role } from '#contract/common'
import type { Conditions, Wishes } from '#contract/wishes'
import { gaveWay, wishesDraftOf, wishesOf } from '#client/features/wishes/wishesDraft'
import { useToastsStore } from '#client/ui/toasts'
import { toldTo } from '#tests/client/support/actions'
import { fakeServer, json, nothing, problem, type Answer } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { anItem, aRequest, aSession, aUser, someDetails } from '#tests/client/support/samples'

const TOGETHER: Conditions = {
  narrator: 'June Hart',
  unabridged: true,
  language: null,
  max_size_mb: 500,
  format: null,
}
const WISHES: Wishes = { ...TOGETHER, note: 'The one with the foghorn' }

async function start(details: BookDetailsDto, answers: Record<string, Answer> = {}, role: Role = 'trusted') {
  const server = fakeServer({
    'GET /api/session': () => json(aSession({ user: aUser({ role }) })),
    'GET /api/books/{}': () => json(toldTo(role, details)),
    ...answers,
  })
  const { wrapper } = await mountApp({ server, at: '/book/B000000001' })
  await settle()
  async function unfold(title: string) {
    const fold = wrapper.findAll('details').find((found) => found.get('summary').text() === title)
    if (!fold) throw new Error(`Nothing is folded as ${title}`)
    fold.element.open = true
    await fold.trigger('toggle')
    await expect.poll(() => fold.find('form').exists()).toBe(true)
    return fold
  }
  const field = (name: string) => {
    const label = wrapper.findAll('label').find((found) => found.text() === name)
    return wrapper.get(`[id="${label?.attributes('for') ?? name}"]`)
  }
  return { server, wrapper, unfold, field, toasts: useToastsStore() }
}

const requestedBy = (wishes: Wishes | null, details: Partial<BookDetailsDto> = {}) => {
  const item = anItem({ status: 'waiting' }, ['marta'])
  return someDetails({ ...item, requests: [{ ...aRequest('marta'), wishes }], ...details })
}

describe('a book that is requested with wishes', () => {
  it('is sent with them only by the button below them', async () => {
    const { server, wrapper, unfold, field } = await start(someDetails(), {
      'POST /api/requests/{}': () => json(anItem({}, ['marta']), { status: 201 }),
    })
    const fold = await unfold('Request with wishes')
    expect(wrapper.findAll('button').filter((found) => found.text() === 'Request')).toHaveLength(1)
    await field('Narrator').setValue(' June Hart ')
    await field('Format').setValue('m4b')
    await field('Largest size in MB').setValue('500')
    await fold.get('form').trigger('submit')
    await settle()
    const [call] = server.called('POST /api/requests/B000000001')
    expect(call?.query.get('region')).toBe('us')
    expect(call?.body).toEqual({
      wishes: {
        narrator: 'June Hart',
        language: null,
        max_size_mb: 500,
        format: 'm4b',
        unabridged: false,
        note: null,
      },
    })
  })

  it('reports an error beside its field, and sends nothing', async () => {
    const { server, wrapper, unfold, field } = await start(someDetails())
    const fold = await unfold('Request with wishes')
    await field('Largest size in MB').setValue('much')
    await fold.get('form').trigger('submit')
    await settle()
    expect(wrapper.text()).toContain('Enter a whole number')
    expect(server.called('POST /api/requests/B000000001')).toEqual([])
  })
})

describe('wishes of one’s own request', () => {
  it('are changed, starting with the stored ones', async () => {
    const { server, unfold, field, toasts } = await start(requestedBy(WISHES), {
      'PUT /api/requests/{}/wishes': () => nothing(),
    })
    const fold = await unfold('Change your wishes')
    const narrator = field('Narrator').element
    expect(narrator instanceof HTMLInputElement && narrator.value).toBe('June Hart')
    await field('Narrator').setValue('')
    await fold.get('form').trigger('submit')
    await settle()
    const [call] = server.called('PUT /api/requests/B000000001/wishes')
    expect(call?.body).toMatchObject({ narrator: null, max_size_mb: 500, note: WISHES.note })
    expect(toasts.toasts.map(({ text }) => text)).toEqual(['Wishes saved: The Quiet Tide'])
    expect(fold.find('form').exists()).toBe(false)
  })

  it('stay in the form if it is too late for them', async () => {
    const { wrapper, unfold } = await start(requestedBy(null), {
      'PUT /api/requests/{}/wishes': () =>
        problem({ status: 409, code: 'wishes_too_late', detail: 'Too late' }),
    })
    const fold = await unfold('Add wishes')
    await fold.get('form').trigger('submit')
    await settle()
    expect(wrapper.text()).toContain('The wishes were not saved')
    expect(fold.find('form').exists()).toBe(true)
  })

  it('are not offered once a release was grabbed', async () => {
    const { wrapper } = await start(requestedBy(WISHES, { book: anItem({ status: 'grabbed' }, []).book }))
    expect(wrapper.findAll('summary').map((found) => found.text())).not.toContain('Change your wishes')
  })
})

describe('wishes beside a request', () => {
  it('are shown in words, including which of them give way', async () => {
    const other = { ...TOGETHER, narrator: 'Tom Avery', unabridged: false }
    const { wrapper } = await start(requestedBy(WISHES, { conditions: other, requester_count: 2 }))
    expect(wrapper.text()).toContain('Wishes: narrated by June Hart, unabridged, at most 500 MB')
    expect(wrapper.text()).toContain(
      'Not counted, because the book was approved without them: narrated by June Hart',
    )
    expect(wrapper.text()).toContain('Note: The one with the foghorn')
    expect(wrapper.text()).toContain('Wishes that apply: narrated by Tom Avery, at most 500 MB')
  })

  it('include everyone’s for administrators', async () => {
    const requests = [{ ...aRequest('lea'), wishes: { ...WISHES, language: 'de', format: 'mp3' as const } }]
    const { wrapper } = await start(someDetails({ ...anItem({}, ['lea']), requests }), {}, 'admin')
    expect(wrapper.text()).toContain(
      'Wishes: narrated by June Hart, unabridged, in German, at most 500 MB, as MP3',
    )
  })
})

describe('wishes in the list of requests', () => {
  const listed = (...given: [name: string, wishes: Wishes | null][]) => {
    const item = anItem({ status: 'waiting' }, [])
    return { ...item, requests: given.map(([name, wishes]) => ({ ...aRequest(name), wishes })) }
  }

  it.each([
    [
      'of one person',
      listed(['marta', WISHES]),
      /^Wishes: narrated by June Hart, unabridged, at most 500 MB\. /,
    ],
    ['of several', listed(['marta', WISHES], ['lea', null], ['tom', WISHES]), /^Wishes: marta: .* · tom: /],
  ])('are shown in one line: %s', async (_whose, item, words) => {
    const server = fakeServer({
      'GET /api/session': () => json(aSession({ user: aUser({ role: 'admin' }) })),
      'GET /api/requests': () => json([item], { headers: { 'x-total-count': '1' } }),
      'GET /api/requests/counts': () => json({ total: 1, by_status: {} }),
    })
    const { wrapper } = await mountApp({ server, at: '/requests' })
    await settle()
    const line = wrapper.findAll('p').find((found) => found.text().startsWith('Wishes:'))
    expect(line?.text()).toMatch(words)
    expect(line?.text()).toContain('Note: The one with the foghorn')
  })
})

describe('wishes in a form', () => {
  it('stay the same if nothing is changed', () => {
    expect(wishesOf(wishesDraftOf(WISHES))).toEqual(WISHES)
    expect(Object.values(wishesOf(wishesDraftOf(null))).filter(Boolean)).toEqual([])
  })

  it('give way only if they conflict', () => {
    const none = { narrator: null, unabridged: false, language: null, max_size_mb: null, format: null }
    expect(gaveWay(WISHES, { ...WISHES, max_size_mb: 300 })).toEqual(none)
    expect(gaveWay(WISHES, null)).toEqual(WISHES)
    expect(gaveWay({ ...none, max_size_mb: 300, unabridged: true }, { ...none, max_size_mb: 500 })).toEqual({
      ...none,
      max_size_mb: 300,
      unabridged: true,
    })
    expect(gaveWay(WISHES, { ...TOGETHER, narrator: 'Tom Avery' })).toEqual({
      ...none,
      narrator: 'June Hart',
    })
  })
})
