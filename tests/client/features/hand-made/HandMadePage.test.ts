import { describe, expect, it } from 'vitest'
import { fakeServer, json, nothing, problem } from '#tests/client/support/fakeServer'
import { mountApp, settle } from '#tests/client/support/mountApp'
import { aBook, anItem, someDetails } from '#tests/client/support/samples'

describe('requesting a book by hand', () => {
  it('starts with the search words and sends what is known', async () => {
    const server = fakeServer({
      'POST /api/requests/manual': () =>
        json({ ...anItem({}, ['marta']), id: 'H00000000X', info: null }, { status: 201 }),
      'GET /api/books/{}': () => json(someDetails()),
    })
    const { wrapper, router } = await mountApp({ server, at: '/requests/new?title=Sand' })
    const [title, , author] = wrapper.findAll('main input')
    expect(title?.element).toHaveProperty('value', 'Sand')
    await author?.setValue('Ada Reed, Bo Lind')
    await wrapper.get('main form').trigger('submit')
    await settle()
    expect(server.called('POST /api/requests/manual').at(0)?.body).toEqual({
      title: 'Sand',
      author: 'Ada Reed, Bo Lind',
      subtitle: null,
      narrator: null,
      publish_date: null,
      info: null,
    })
    expect(router.currentRoute.value.path).toBe('/book/H00000000X')
  })

  it('starts with the given author and number', async () => {
    const server = fakeServer({})
    const at = '/requests/new?author=Ada+Reed&info=B0NOWHERE1'
    const { wrapper } = await mountApp({ server, at })
    const [title, , author] = wrapper.findAll('main input')
    expect(title?.element).toHaveProperty('value', '')
    expect(author?.element).toHaveProperty('value', 'Ada Reed')
    expect(wrapper.get('main textarea').element).toHaveProperty('value', 'B0NOWHERE1')
  })

  it('includes wishes once they are unfolded, and reports errors in them', async () => {
    const server = fakeServer({
      'POST /api/requests/manual': () =>
        json({ ...anItem({}, ['marta']), id: 'H00000000X', info: null }, { status: 201 }),
      'GET /api/books/{}': () => json(someDetails()),
    })
    const { wrapper } = await mountApp({ server, at: '/requests/new?title=Sand' })
    const form = wrapper.get('main form')
    await wrapper.findAll('main input')[2]?.setValue('Ada Reed')
    const fold = form.get('details')
    fold.element.setAttribute('open', '')
    await fold.trigger('toggle')
    await settle()
    const size = fold.get('input[inputmode="numeric"]')
    await size.setValue('much')
    await form.trigger('submit')
    await settle()
    expect(fold.text()).toContain('Enter a whole number')
    await size.setValue('900')
    await form.trigger('submit')
    await settle()
    expect(server.called('POST /api/requests/manual').map(({ body }) => body)).toEqual([
      expect.objectContaining({ title: 'Sand', wishes: expect.objectContaining({ max_size_mb: 900 }) }),
    ])
  })

  it('confirms first if the library has it', async () => {
    const link = 'https://shelf.example/item/1'
    const server = fakeServer({
      'POST /api/requests/manual': ({ query }) =>
        query.get('unless_in_library') === 'true'
          ? problem({ status: 409, code: 'in_library', detail: 'x', params: { title: 'Sand', link } })
          : json({ ...anItem({}, ['marta']), id: 'H00000000X', info: null }, { status: 201 }),
      'GET /api/books/{}': () => json(someDetails()),
    })
    const { wrapper, router } = await mountApp({ server, at: '/requests/new?title=Sand' })
    await wrapper.findAll('main input')[2]?.setValue('Ada Reed')
    const submit = async () => {
      await wrapper.get('main form').trigger('submit')
      await settle()
    }
    const question = () => document.querySelector('[role="alertdialog"]')
    const button = (name: string) =>
      [...(question()?.querySelectorAll('button') ?? [])].find(
        (candidate) => candidate.textContent.trim() === name,
      )
    await submit()
    expect(question()?.textContent).toContain('This book is already in the library')
    expect(question()?.querySelector('a')?.getAttribute('href')).toBe(link)
    button('Cancel')?.click()
    await settle()
    expect(question()).toBeNull()
    expect(router.currentRoute.value.path).toBe('/requests/new')
    expect(wrapper.text()).not.toContain('The request was not saved')
    await submit()
    button('Request it anyway')?.click()
    await settle()
    expect(
      server.called('POST /api/requests/manual').map(({ query }) => query.get('unless_in_library')),
    ).toEqual(['true', 'true', 'false'])
    expect(router.currentRoute.value.path).toBe('/book/H00000000X')
  })

  it('says what is missing before anything is sent', async () => {
    const server = fakeServer()
    const { wrapper } = await mountApp({ server, at: '/requests/new' })
    await wrapper.get('main form').trigger('submit')
    await settle()
    expect(wrapper.findAll('[aria-invalid="true"]')).toHaveLength(2)
    expect(server.called('POST /api/requests/manual')).toHaveLength(0)
  })

  it('corrects the request', async () => {
    const server = fakeServer({
      'GET /api/books/{}': () =>
        json(someDetails({ book: aBook({ title: 'Sand', asin: 'H00000000X' }), hand_made_by: 'marta' })),
      'PUT /api/requests/manual/{}': nothing,
    })
    const { wrapper } = await mountApp({ server, at: '/book/H00000000X/edit' })
    await settle()
    await wrapper.findAll('main input').at(0)?.setValue('Sand and Sea')
    await wrapper.get('main form').trigger('submit')
    await settle()
    expect(server.called('PUT /api/requests/manual/{}').at(0)?.body).toMatchObject({ title: 'Sand and Sea' })
  })

  it('says what somebody else has corrected meanwhile, before it replaces that', async () => {
    const shown = (version: string) =>
      json(someDetails({ book: aBook({ title: 'Sand', version }), hand_made_by: 'marta' }))
    const server = fakeServer({
      'GET /api/books/{}': () => shown('v1'),
      'PUT /api/requests/manual/{}': () => {
        server.answers['GET /api/books/{}'] = () => shown('v2')
        server.answers['PUT /api/requests/manual/{}'] = nothing
        const errors = [{ path: 'title', code: 'title_changed', params: {}, message: 'x' }]
        return problem({ status: 409, code: 'changed_since_seen', detail: 'x', errors })
      },
    })
    const { wrapper } = await mountApp({ server, at: '/book/H00000000X/edit' })
    await settle()
    const submit = async () => {
      await wrapper.get('main form').trigger('submit')
      await settle()
    }
    await submit()
    expect(wrapper.get('main form').text()).toContain('The title has changed')
    await submit()
    expect(server.called('PUT /api/requests/manual/{}').map(({ body }) => body)).toMatchObject([
      { version: 'v1' },
      { version: 'v2' },
    ])
  })
})
