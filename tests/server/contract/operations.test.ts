import { describe, expect, it } from 'vitest'
import { operations } from '#contract/operations'
import { apiFiles, urlOfFile } from '#tests/support/routes'

/** Routes for all addresses that no other route handles. */
const FALLBACKS = ['/server/api/index.ts', '/server/api/[...].ts']

const files = Object.entries(apiFiles).filter(([file]) => !FALLBACKS.includes(file))

describe('the route files', () => {
  it.each(files)('%s handles a listed operation at its own address', (file, { default: handler }) => {
    const operation = 'operation' in handler ? handler.operation : undefined
    const listed = Object.values(operations).find((candidate) => candidate === operation)
    expect(
      listed,
      'Export route(operation, …) and list the file of the operation in server/contract/operations.ts.',
    ).toBeDefined()
    const { path, method } = urlOfFile(file)
    expect({ method: method?.toUpperCase(), path: path.replaceAll(/:(\w+)/g, '{$1}') }).toEqual({
      method: listed?.method,
      path: listed?.path,
    })
  })

  it('handle every operation', () => {
    const handled = new Set(
      files.map(([, { default: handler }]) => ('operation' in handler ? handler.operation : undefined)),
    )
    const missing = Object.entries(operations).filter(([, operation]) => !handled.has(operation))
    expect(
      missing.map(([name]) => name),
      'Add a route file for each.',
    ).toEqual([])
  })
})

describe('the operations', () => {
  const all = Object.values(operations)

  it('have one address each', () => {
    const addresses = all.map(({ method, path }) => `${method} ${path}`)
    expect(addresses.toSorted()).toEqual([...new Set(addresses)].toSorted())
  })

  it('answer success first', () => {
    for (const { path, answers } of all) {
      expect([path, Number(Object.keys(answers)[0])]).toEqual([
        path,
        expect.toSatisfy((status: number) => status < 300),
      ])
    }
  })
})
