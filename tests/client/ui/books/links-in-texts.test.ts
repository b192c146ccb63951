import { mount, RouterLinkStub } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import PersonLinks from '#client/ui/books/PersonLinks.vue'
import SeriesLink from '#client/ui/books/SeriesLink.vue'
import { createEnglish } from '#tests/client/support/texts'

/** Texts of a language in which the values are elsewhere. */
const REORDERED = {
  'book.more': [['n'], ' plus ', ['names'], '!'],
  'book.inSeries': ['No. ', ['position'], ' of ', ['title'], '!'],
} as const

const mounting = (messages = {}) => ({
  plugins: [createEnglish(messages)],
  stubs: { RouterLink: RouterLinkStub },
})

describe('the names of people', () => {
  const show = (names: string[], max: number, messages = {}) =>
    mount(PersonLinks, { props: { names, role: 'author', region: 'us', max }, global: mounting(messages) })

  it('are links, with the number of those not shown', () => {
    const wrapper = show(['Ada', 'Bo', 'Cy', 'Di'], 3)
    expect(wrapper.text()).toBe('Ada, Bo and 2 more')
    expect(wrapper.findAllComponents(RouterLinkStub).map((link) => link.text())).toEqual(['Ada', 'Bo'])
  })

  it('are all shown if there are few', () => {
    expect(show(['Ada', 'Bo', 'Cy'], 3).text()).toBe('Ada, Bo, Cy')
  })

  it('are in their place in the text of the language', () => {
    expect(show(['Ada', 'Bo', 'Cy', 'Di'], 3, REORDERED).text()).toBe('2 plus Ada, Bo!')
  })
})

describe('the series of a book', () => {
  const show = (position: string | null, messages = {}) =>
    mount(SeriesLink, {
      props: { series: { title: 'Tides', position, asin: null }, region: 'us' },
      global: mounting(messages),
    })

  it('is a link, with the position', () => {
    expect(show('2').text()).toBe('Tides, book 2')
    expect(show(null).text()).toBe('Tides')
  })

  it('is in its place in the text of the language', () => {
    const wrapper = show('2', REORDERED)
    expect(wrapper.text()).toBe('No. 2 of Tides!')
    expect(wrapper.getComponent(RouterLinkStub).text()).toBe('Tides')
  })
})
