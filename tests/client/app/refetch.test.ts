import { PiniaColada, useQuery, useQueryCache } from '@pinia/colada'
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it } from 'vitest'
import { defineComponent } from 'vue'
import { refetch } from '#client/app/refetch'

/** Mounts a page that shows one response. */
function show(answer: (signal: AbortSignal) => Promise<string>) {
  const Page = defineComponent({
    setup() {
      const { data, error } = useQuery({ key: ['books'], query: ({ signal }) => answer(signal) })
      return { data, error, cache: useQueryCache() }
    },
    template: '<p>{{ data }} {{ error?.message }}</p>',
  })
  return mount(Page, { global: { plugins: [createPinia(), PiniaColada] } })
}

it('does not count a fetch that a newer one replaced as a failure', async () => {
  const answers: ((text: string) => void)[] = []
  const page = show(
    (signal) =>
      new Promise((resolve, reject) => {
        answers.push(resolve)
        signal.addEventListener('abort', () => reject(new Error('aborted')))
      }),
  )
  answers[0]?.('old')
  await flushPromises()
  const both = [refetch(page.vm.cache), refetch(page.vm.cache, { key: ['books'] })]
  answers.at(-1)?.('new')
  await expect(Promise.all(both)).resolves.toBeDefined()
  expect(page.text()).toBe('new')
})

it('leaves a failure to the place that shows the answer', async () => {
  let works = true
  const page = show(async () => {
    if (!works) throw new Error('unplugged')
    return 'old'
  })
  await flushPromises()
  works = false
  await refetch(page.vm.cache)
  expect(page.text()).toBe('old unplugged')
})
