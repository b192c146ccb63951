import { mount } from '@vue/test-utils'
import { expect, it } from 'vitest'
import UiCover from '#client/ui/UiCover.vue'
import type { CoverUse } from '#client/ui/covers'

const SRC = '/books/api/covers/B000000001?region=us'
const cover = (use: CoverUse, more: { src?: string; eager?: boolean } = {}) =>
  mount(UiCover, { props: { src: SRC, title: 'The Quiet Tide', use, ...more } })

it('A cover is offered in the sizes that the server keeps, with its displayed width', () => {
  expect(cover('row').get('img').attributes()).toMatchObject({
    sizes: '(min-width: 44rem) 10rem, 8.5rem',
    srcset: `${SRC}&size=96 96w, ${SRC}&size=192 192w, ${SRC}&size=320 320w`,
    src: `${SRC}&size=320`,
    width: '320',
    height: '320',
    loading: 'lazy',
  })
})

it.each([
  ['hero', 512],
  ['card', 512],
  ['row', 320],
  ['tile', 320],
  ['line', 192],
  ['entry', 192],
  ['suggestion', 192],
] as const)('As a %s it is never larger than %i pixels', (use, most) => {
  const widths =
    cover(use)
      .get('img')
      .attributes('srcset')
      ?.matchAll(/ (\d+)w/g) ?? []
  expect(Math.max(...[...widths].map(([, width]) => Number(width)))).toBe(most)
})

it('A cover whose path says nothing else is requested in a size as well', () => {
  const { src } = cover('line', { src: '/api/covers/B000000001' }).get('img').attributes()
  expect(src).toBe('/api/covers/B000000001?size=192')
})

it('A cover on the first screen loads at once, and every cover fades in once loaded', async () => {
  const image = cover('row', { eager: true }).get('img')
  expect(image.attributes('loading')).toBe('eager')
  expect(image.classes()).toContain('opacity-0')
  await image.trigger('load')
  expect(image.classes()).toContain('opacity-100')
})

it('The title replaces a missing cover', async () => {
  const wrapper = cover('row')
  await wrapper.get('img').trigger('error')
  expect(wrapper.find('img').exists()).toBe(false)
  expect(wrapper.text()).toBe('The Quiet Tide')
})
