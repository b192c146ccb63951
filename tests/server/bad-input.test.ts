import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { problemSchema } from '#contract/common'
import { exampleOf } from '#contract/example'
import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import '#server/openapi/examples'
import { startTestApp, type TestApp } from '#tests/support/app'
import { addCaller } from '#tests/support/callers'
import { openTestPostgres, openTestSqlite, type OpenDatabase } from '#tests/support/databases'
import { emptyCatalogue } from '#tests/support/empty-catalogue'
import { preparedRows } from '#tests/support/stored-rows'

const MEGABYTE = 1024 * 1024
const LONG = 'x'.repeat(10_000)
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Values that no field accepts, or that a field must survive. */
const values: unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER + 1],
  ...[[], [null], [[[]]], {}, { a: { b: { c: [] } } }, { toString: 1, constructor: null }],
  ...['', ' ', '\t', LONG, '\u0000', 'a\u0000b', 'line\nbreak', '\u001b[31m', '\u0085', '\ud800', 'a\udfff'],
  ...[
    'null',
    '-1',
    '1e9',
    '99999999999999999999',
    '٣',
    '<script>alert(1)</script>',
    "' or 1=1 --",
    '{{7*7}}',
    '👩🏽‍🚀',
  ],
  ...['javascript:alert(1)', 'http://', '../../etc/passwd', '%00', '__proto__'],
]
const texts = values.filter((value) => typeof value === 'string')

const jsonSchema = z.object({ properties: z.record(z.string(), z.unknown()).optional() })
const namesOf = (schema: z.ZodType) =>
  Object.keys(jsonSchema.parse(z.toJSONSchema(schema, { io: 'input' })).properties ?? {})
const record = z.record(z.string(), z.unknown())

/** The schema of a body, required or not. */
function required(body: z.ZodType = z.never()): z.ZodType {
  const inner = body instanceof z.ZodOptional ? body.unwrap() : body
  return inner instanceof z.ZodType ? inner : body
}

/** A valid body of the operation, from its documentation. */
function validBody({ body }: Operation): Record<string, unknown> {
  return record.parse(exampleOf(required(body)))
}

const stores: [string, () => Promise<OpenDatabase>][] = [
  ['SQLite', openTestSqlite],
  ['PostgreSQL', openTestPostgres],
]

/** Path parameters; an ASIN is valid for all others. */
const VALID_PARAMETERS = new Map([
  ['row', 'recent'],
  ['number', '1'],
])

describe.each(stores)('Bad input over %s', (_name, open) => {
  let opened: OpenDatabase
  let rows: () => Promise<string>
  let server: TestApp
  let headers: Record<string, string>
  /** Transactions started and open: unchanged tables need not be read again. */
  let begun = 0
  let underWay = 0
  let known: { rows: string; begun: number } | undefined

  beforeAll(async () => {
    opened = await open()
    const { database } = opened
    const { passwordFailures: _failures, apiKeys: _apiKeys, ...tables } = database.tables
    rows = preparedRows(database, Object.values(tables))
    server = await startTestApp({
      database: {
        ...database,
        write(work) {
          begun += 1
          underWay += 1
          return database.write(work).finally(() => (underWay -= 1))
        },
      },
      environment: {
        SVC_APP__INIT_ROOT_USERNAME: 'root',
        SVC_APP__INIT_ROOT_PASSWORD: 'a long pass phrase',
        SVC_APP__FORCE_LOGIN_TYPE: 'forms',
      },
      fetch: emptyCatalogue,
    })
    headers = await addCaller(server.app, 'admin')
  })
  afterEach(async () => {
    const last = known
    const all = await read()
    if (last?.begun === begun) expect(all).toBe(last.rows)
  })
  afterAll(async () => {
    await server.close()
    await opened.remove()
  })

  async function stored(): Promise<string> {
    if (known?.begun === begun) return known.rows
    const settled = underWay === 0 ? begun : undefined
    const all = await read()
    known = settled === undefined ? undefined : { rows: all, begun: settled }
    return all
  }

  /** Everything stored, except the counts of wrong passwords and of key use. */
  async function read(): Promise<string> {
    const { database } = opened
    return JSON.stringify([await rows(), await database.read.$count(database.tables.apiKeys)])
  }

  /**
   * Calls an operation and checks its promise: success, or a client error that stores nothing. A 422 names
   * the field at fault.
   */
  async function call({ method, path, answers }: Operation, request: { url?: string; body?: BodyInit }) {
    const before = await stored()
    const init = {
      method,
      headers,
      ...(request.body !== undefined && { body: request.body, duplex: 'half' }),
    }
    const answer = await server.fetch(request.url ?? path, init)
    const errors: string[] = []
    if (answer.status >= 400) {
      expect(answer.status).toBeLessThan(500)
      expect(answer.headers.get('content-type')).toBe('application/problem+json')
      const problem = problemSchema.parse(await answer.json())
      errors.push(...(problem.errors ?? []).map((error) => error.path))
      if (answer.status === 422) expect(errors).not.toEqual([])
      expect(await stored()).toBe(before)
    } else {
      expect(String(answer.status)).toBe(Object.keys(answers)[0])
      await answer.body?.cancel()
    }
    return { status: answer.status, errors }
  }

  /** Values that a schema refuses lead to 422 and, if the value itself is at fault, to the name of the field. */
  function expectRefusal(
    schema: z.ZodType,
    input: unknown,
    field: string,
    answer: Awaited<ReturnType<typeof call>>,
  ) {
    const { error } = schema.safeParse(input)
    if (!error) return
    expect(answer.status).toBe(422)
    if (error.issues.some(({ path }) => path[0] === field)) {
      expect(answer.errors).toContainEqual(expect.stringMatching(new RegExp(`^${field}(\\.|$)`)))
    }
  }

  const named = Object.entries(operations)
  const fill = (path: string, change: Record<string, string> = {}) =>
    path.replaceAll(
      /\{(\w+)\}/g,
      (_all, name: string) => change[name] ?? VALID_PARAMETERS.get(name) ?? 'B000000000',
    )

  const bodies = named.flatMap(([name, operation]) =>
    operation.body ? [{ name, operation, schema: required(operation.body) }] : [],
  )

  describe.each(bodies)('in the body of $name', ({ operation, schema }) => {
    const url = fill(operation.path)

    it.each(namesOf(schema))('is refused or accepted unchanged: %s', async (field) => {
      for (const value of values) {
        const body = { ...validBody(operation), [field]: value }
        const answer = await call(operation, { url, body: JSON.stringify(body) })
        expectRefusal(schema, body, field, answer)
      }
      const { [field]: _left, ...without } = validBody(operation)
      const answer = await call(operation, { url, body: JSON.stringify(without) })
      expectRefusal(schema, without, field, answer)
    })

    it('is refused if it is not an object of known fields', async () => {
      const valid = JSON.stringify(validBody(operation))
      const missing = operation.body?.safeParse(undefined).success ? [] : ['', ' ']
      for (const body of ['null', '[]', '"text"', '1', 'true', `[${valid}]`, ...missing]) {
        expect([body, (await call(operation, { url, body })).status]).toEqual([body, 422])
      }
      for (const name of ['unknown', '__proto__', 'constructor', LONG]) {
        const body = valid.replace('{', `{${JSON.stringify(name)}:{"admin":true},`)
        const { status, errors } = await call(operation, { url, body })
        expect([name, status]).toEqual([name, 422])
        expect(errors).toContain(name.slice(0, 200))
      }
    })

    it('is refused if it is not JSON, or too much of it', async () => {
      for (const body of ['{', '{"a":}', "{'a':1}", '{"a":1}}', 'a=1&b=2', '\u0000', '<xml/>', 'NaN']) {
        expect([body, (await call(operation, { url, body })).status]).toEqual([body, 400])
      }
      const invalidUtf8 = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
      expect((await call(operation, { url, body: invalidUtf8 })).status).toBe(400)
      // Bodies that anyone may send are short.
      const levels = operation.access === 'public' ? 2000 : 100_000
      for (const deep of [nested(levels, '[', ']'), nested(levels, '{"a":', '}').replace('}', '1}')]) {
        expect((await call(operation, { url, body: deep })).status).toBe(400)
      }
      expect((await call(operation, { url, body: `"${'x'.repeat(MEGABYTE)}"` })).status).toBe(413)
    })
  })

  const queries = named.flatMap(([name, operation]) =>
    operation.query ? [{ name, operation, schema: operation.query }] : [],
  )

  describe.each(queries)('in the query of $name', ({ operation, schema }) => {
    it.each(namesOf(schema))('is refused or accepted unchanged: %s', async (field) => {
      const base = namesOf(schema).includes('q') ? { q: 'word' } : {}
      for (const value of texts.filter((text) => text.isWellFormed())) {
        const input = { ...base, [field]: value }
        const url = `${fill(operation.path)}?${new URLSearchParams(input).toString()}`
        expectRefusal(schema, input, field, await call(operation, { url }))
      }
      const twice = await call(operation, { url: `${fill(operation.path)}?q=word&${field}=1&${field}=2` })
      expect([field, twice.status]).toEqual([field, 422])
      for (const text of ['%ED%A0%80', '%', '%zz', '%C3']) {
        const { status } = await call(operation, { url: `${fill(operation.path)}?${field}=${text}` })
        expect([field, text, status]).toEqual([field, text, 400])
      }
    })

    it('is refused if it is unknown', async () => {
      for (const name of ['unknown', 'Q']) {
        const { status, errors } = await call(operation, { url: `${fill(operation.path)}?${name}=1` })
        // Dashboards send orders and filters that this server does not have.
        if (operation.path.startsWith('/api/v1/')) {
          expect([name, status]).toEqual([name, 200])
          continue
        }
        expect([name, status]).toEqual([name, 422])
        expect(errors).toContain(name)
      }
    })
  })

  const paths = named.flatMap(([name, operation]) =>
    operation.params ? [{ name, operation, schema: operation.params }] : [],
  )

  describe.each(paths)('in the path of $name', ({ operation, schema }) => {
    it.each(namesOf(schema))('is refused or accepted unchanged: %s', async (field) => {
      const encoded = texts
        .filter((text) => text !== '' && text.isWellFormed())
        .map((text): [string, string] => [text, encodeURIComponent(text)])
      for (const [value, text] of encoded) {
        const answer = await call(operation, { url: fill(operation.path, { [field]: text }) })
        expectRefusal(schema, { [field]: value }, field, answer)
      }
      for (const text of ['%ED%A0%80', '%', '%zz', '%C3']) {
        expect((await call(operation, { url: fill(operation.path, { [field]: text }) })).status).toBe(400)
      }
    })
  })

  it.each(named)('is ignored by %s, which takes none', async (_operation, operation) => {
    const url = `${fill(operation.path)}?unknown=1&__proto__[x]=1`
    const body = operation.method === 'GET' || operation.body ? {} : { body: '{"unknown":[1,2' }
    await call(operation, { url, ...body })
  })
})
