import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { startHardcoverFake } from '#fakes/hardcover'
import { MAX_ENTRIES } from '#contract/lists'
import { readHardcover } from '#server/domain/lists/drivers/hardcover'

type Fake = Awaited<ReturnType<typeof startHardcoverFake>>
const SHELF = [
  { title: 'The Final Empire', author: 'Brandon Sanderson', series: { name: 'Mistborn', position: 1 } },
  { title: 'Dune', author: 'Frank Herbert', isbn: '9780441013593' },
  { title: 'Beowulf' },
]

describe('The account of a reading tracker', () => {
  let fake: Fake
  let full: Fake
  beforeAll(async () => {
    fake = await startHardcoverFake(SHELF)
    full = await startHardcoverFake(Array.from({ length: 2600 }, (_, at) => ({ title: `Book ${at}` })))
  })
  afterEach(() => {
    fake.misbehave(null)
    fake.fail(null)
    fake.refuse(null)
    fake.haveAccount(true)
  })
  afterAll(() => Promise.all([fake.close(), full.close()]))

  const read = (token = fake.token, timeout = 5000) => readHardcover({ fetch: fake.fetch, timeout }, token)

  it('returns what someone wants to read', async () => {
    expect(await read()).toEqual([
      { title: 'The Final Empire (Mistborn, #1)', author: 'Brandon Sanderson', identifier: null },
      { title: 'Dune', author: 'Frank Herbert', identifier: '9780441013593' },
      { title: 'Beowulf', author: null, identifier: null },
    ])
  })

  it('repeats no token, in a failure or in a book', async () => {
    fake.fail(`The shelf of ${fake.token} is gone.`)
    await expect(read()).rejects.toMatchObject({ params: { text: 'The shelf of *** is gone' } })
    const echo = await startHardcoverFake([{ title: `Book ${fake.token}`, author: fake.token }])
    const entries = await readHardcover({ fetch: echo.fetch }, echo.token)
    await echo.close()
    expect(entries).toEqual([{ title: 'Book ***', author: '***', identifier: null }])
  })

  it('is read page by page, and no further than the limit of a list', async () => {
    const entries = await readHardcover({ fetch: full.fetch }, full.token)
    expect(entries.length).toBeGreaterThan(MAX_ENTRIES)
    expect(full.received).toHaveLength(5)
  })

  it.each(['wrong', 'with a blank'])('cannot be opened with a token that is %s', async (token) => {
    await expect(read(token)).rejects.toMatchObject({ code: 'hardcover_refused', status: 422 })
  })

  it.each([
    [401, 'hardcover_refused', {}],
    [403, 'hardcover_refused', {}],
    [429, 'hardcover_failed', { why: 'too_many' }],
    [503, 'hardcover_failed', { why: 'failed', status: 503 }],
    [302, 'hardcover_failed', { why: 'not_its_api' }],
  ])('fails with status %i, which is reported', async (status, code, params) => {
    fake.misbehave({ kind: 'status', status })
    await expect(read()).rejects.toMatchObject({ code, params })
  })

  it.each([
    [{ kind: 'html' } as const, 'not_its_api'],
    [{ kind: 'half' } as const, 'unreachable'],
    [{ kind: 'reset' } as const, 'unreachable'],
    [{ kind: 'deep', levels: 5000 } as const, 'not_its_api'],
    [{ kind: 'bomb', bytes: 20_000_000, encoding: 'gzip' } as const, 'not_its_api'],
    [{ kind: 'loop' } as const, 'not_its_api'],
  ])('misbehaves (%j), which is reported as %s', async (mode, why) => {
    fake.misbehave(mode)
    await expect(read()).rejects.toMatchObject({ code: 'hardcover_failed', params: { why } })
  })

  it('is waited for only so long', async () => {
    fake.misbehave({ kind: 'drip' })
    await expect(read(fake.token, 200)).rejects.toMatchObject({ params: { why: 'timeout' } })
  })

  it('reports errors under status 200', async () => {
    fake.fail('Unable to verify token')
    await expect(read()).rejects.toMatchObject({ code: 'hardcover_refused' })
    fake.fail("field 'user_books' not found in type: 'users'.")
    await expect(read()).rejects.toMatchObject({
      code: 'hardcover_failed',
      params: { why: 'answers', text: "field 'user_books' not found in type: 'users'" },
      cause: undefined,
    })
  })

  it.each([
    ['insufficient scope', 'scope'],
    ['This token lacks the permission read:library', 'scope'],
    ['Token expired', 'token'],
  ])('refuses a token with the words “%s”, which are understood', async (words, why) => {
    fake.refuse(words)
    await expect(read()).rejects.toMatchObject({ code: 'hardcover_refused', params: { why } })
    fake.refuse(null)
    fake.fail(words)
    await expect(read()).rejects.toMatchObject({ code: 'hardcover_refused', params: { why } })
  })

  it('says that a token belongs to no account', async () => {
    fake.haveAccount(false)
    await expect(read()).rejects.toMatchObject({ code: 'hardcover_refused', params: { why: 'no_account' } })
  })
})
