import { expect, it } from 'vitest'
import { nameRuntime } from '#server/platform/runtime'

it.each([
  [{ node: '24.21.0', v8: '13.6' }, 'Node.js 24.21.0'],
  [{ node: '26.3.0', bun: '1.4.5' }, 'Bun 1.4.5'],
  [{ node: '26.3.0', deno: '2.9.6' }, 'Deno 2.9.6'],
])('%o is %s', (versions, name) => {
  expect(nameRuntime(versions)).toBe(name)
})
