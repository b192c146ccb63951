import { causeTextOrNull } from '#contract/cause'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startMamFake } from '#fakes/mam'
import { createMyAnonamouse } from '#server/domain/integrations/drivers/myanonamouse'
import type { OfferedRelease } from '#server/domain/integrations/integrations.types'
import { neverAborted } from './prowlarr.fixture'
import { settingsOf } from './access.fixture'

const GUID = 'https://www.myanonamouse.net/t/501'
const offered = (guid: string): OfferedRelease => ({
  guid,
  indexer_id: 7,
  indexer: 'MyAnonamouse',
  title: 'The Salt Road by Ada Moor [ENG / M4B]',
  size: 1,
  publish_date: null,
  info_url: guid,
  indexer_flags: [],
  protocol: 'torrent',
  seeders: 1,
  leechers: 0,
  grabs: null,
  categories: [3030],
  info_hash: null,
})

/** @param timeoutMs how long to wait for a response; the usual time if omitted. */
async function connected(changes: Record<string, string | boolean> = {}, timeoutMs?: number) {
  const fake = await startMamFake()
  onTestFinished(() => fake.close())
  const driver = createMyAnonamouse({
    fetch,
    clock: () => new Date(),
    userAgent: 'Earmark/test',
    ...(timeoutMs !== undefined && { timeoutMs }),
  })
  const settings = settingsOf(driver, { mam_base_url: fake.url, mam_session_id: 'session-0', ...changes })
  async function describeReleases(
    guids = [GUID],
    query = 'The Salt Road: Ada Moor',
    signal = neverAborted(),
  ) {
    const described = await driver.enrich(settings.access).describe(guids.map(offered), query, signal)
    return { metadata: described.metadata, error: causeTextOrNull(described.cause) }
  }
  return { fake, driver, settings, describeReleases }
}

describe('describing releases', () => {
  it('adds narrators and series to releases of the tracker, by the number in the guid', async () => {
    const { fake, describeReleases } = await connected()
    const other = 'https://tracker.invalid/t/501'
    const { metadata, error } = await describeReleases([GUID, `${GUID}?x`, other, 'abc'])
    expect(error).toBeNull()
    expect([...metadata]).toEqual([
      [
        GUID,
        {
          title: 'The Salt Road',
          subtitle: null,
          authors: ['Ada Moor'],
          narrators: ['Ben Hale', 'Cora Lind'],
          series: [{ title: 'Harbour Songs', position: '01' }],
          language: 'en',
          filetypes: ['m4b'],
          freeleech: false,
          vip: false,
        },
      ],
    ])
    expect(fake.received.map(({ path, query }) => [path, query.get('tor[text]')])).toEqual([
      ['/tor/js/loadSearchJSONbasic.php', 'The Salt Road Ada Moor'],
    ])
  })

  it('asks nothing if no release is the tracker’s, or it is off', async () => {
    const { fake, driver, settings, describeReleases } = await connected()
    expect(await describeReleases(['https://tracker.invalid/t/501'])).toEqual({
      metadata: new Map(),
      error: null,
    })
    const off = settingsOf(driver, { ...settings.values(), mam_session_id: 's' }, { enabled: false })
    await driver.enrich(off.access).describe([offered(GUID)], 'x', neverAborted())
    expect(fake.received).toEqual([])
  })

  it('recognises an empty result', async () => {
    const { describeReleases } = await connected()
    expect(await describeReleases([GUID], 'nothing like it')).toEqual({ metadata: new Map(), error: null })
  })

  it('skips an unreadable row', async () => {
    const { fake, describeReleases } = await connected()
    fake.offer([
      { id: 501, title: 'The Salt Road', author_info: 'Ada Moor' },
      { id: { odd: 1 }, title: 'The Salt Road by Ada Moor' },
    ])
    expect((await describeReleases()).metadata.size).toBe(1)
  })

  it.each([
    ['Elite VIP', false],
    ['VIP', false],
    ['Power User', true],
  ])('keeps a VIP torrent from an account of the class %s: %j', async (classname, vip) => {
    const { fake, describeReleases } = await connected()
    fake.offer([{ id: 501, title: 'The Salt Road Ada Moor', vip: 1, fl_vip: 1 }])
    fake.setAccount({ username: 'listener', classname })
    for (let time = 0; time < 2; time += 1) {
      expect((await describeReleases()).metadata.get(GUID)).toMatchObject({ vip, freeleech: !vip })
    }
    expect(fake.received.filter(({ path }) => path === '/jsonLoad.php')).toHaveLength(1)
  })

  it('believes an administrator who says that the account is VIP', async () => {
    const { fake, describeReleases } = await connected({ mam_vip: true })
    fake.offer([{ id: 501, title: 'The Salt Road Ada Moor', vip: true }])
    expect((await describeReleases()).metadata.get(GUID)).toMatchObject({ vip: false })
    fake.refuse('cookie')
    const { metadata, error } = await describeReleases()
    expect(metadata.get(GUID)).toMatchObject({ vip: false, title: null })
    expect(error).not.toBeNull()
    expect(fake.received.filter(({ path }) => path === '/jsonLoad.php')).toEqual([])
  })

  it.each([
    ['cookie', 'mam_session_id'],
    ['address', 'locked to another address'],
    ['login_page', 'sign-in page'],
  ] as const)('says what to do when it is refused: %s', async (why, words) => {
    const { fake, describeReleases } = await connected()
    fake.refuse(why)
    expect(await describeReleases()).toEqual({ metadata: new Map(), error: expect.stringContaining(words) })
  })

  it.each([
    [{ kind: 'status', status: 500 }, 'status 500'],
    [{ kind: 'status', status: 429 }, 'too many requests'],
    [{ kind: 'reset' }, 'cannot be reached'],
    [{ kind: 'slow', ms: 600_000 }, 'did not answer'],
    [{ kind: 'half' }, 'cannot be reached'],
  ] as const)('turns %j into an error to show', async (mode, words) => {
    const { fake, describeReleases } = await connected({}, mode.kind === 'slow' ? 500 : undefined)
    fake.misbehave(mode)
    expect(await describeReleases()).toEqual({ metadata: new Map(), error: expect.stringContaining(words) })
  })

  it('does not throw when the caller aborts', async () => {
    const { fake, describeReleases } = await connected()
    fake.misbehave({ kind: 'slow', ms: 3000 })
    const controller = new AbortController()
    const describing = describeReleases([GUID], 'salt', controller.signal)
    controller.abort(new Error('Stopped'))
    expect((await describing).error).toContain('not asked about every release')
  })
})

describe('the session', () => {
  it('is replaced by each one that the tracker issues', async () => {
    const { fake, settings, describeReleases } = await connected()
    for (let time = 1; time <= 4; time += 1) {
      expect((await describeReleases()).error).toBeNull()
      expect(settings.values()['mam_session_id']).toBe(`session-0-${time}`)
    }
    expect(fake.sessions).toHaveLength(5)
  })

  it('is updated even if several calls run at once', async () => {
    const { settings, describeReleases } = await connected()
    const answers = await Promise.all(Array.from({ length: 5 }, () => describeReleases()))
    expect(answers.map(({ error }) => error)).toEqual([null, null, null, null, null])
    expect(settings.values()['mam_session_id']).toBe('session-0-5')
  })

  it('of another instance is used when this one’s is no longer accepted', async () => {
    const { fake, driver, settings, describeReleases } = await connected()
    const session = () => String(settings.values()['mam_session_id'])
    const elsewhere = settingsOf(driver, { mam_base_url: fake.url, mam_session_id: session() })
    // The other instance continues alone until this one's session is outdated.
    for (let time = 0; time < 3; time += 1)
      await driver.enrich(elsewhere.access).describe([offered(GUID)], 'salt', neverAborted())
    const read = settings.access.settings
    let reads = 0
    settings.access.settings = async () => {
      reads += 1
      if (reads === 3) settings.set({ mam_session_id: String(elsewhere.values()['mam_session_id']) })
      return read()
    }
    expect((await describeReleases()).error).toBeNull()
  })

  it('is stored even if the rest of the response is lost', async () => {
    const { settings } = await connected()
    const broken = createMyAnonamouse({
      fetch: () =>
        Promise.resolve(
          new Response(new ReadableStream({ start: (body) => body.error(new Error('Reset')) }), {
            headers: { 'set-cookie': 'mam_id=next' },
          }),
        ),
      clock: () => new Date(),
      userAgent: 'x',
    })
    await broken.enrich(settings.access).describe([offered(GUID)], 'salt', neverAborted())
    expect(settings.values()['mam_session_id']).toBe('next')
  })

  it('is not forgotten for a cookie that clears it', async () => {
    const { settings, driver } = await connected()
    const signedOut = createMyAnonamouse({
      fetch: () =>
        Promise.resolve(
          new Response('no', { status: 403, headers: { 'set-cookie': 'mam_id=deleted; max-age=0' } }),
        ),
      clock: () => new Date(),
      userAgent: 'x',
    })
    expect(driver.name).toBe(signedOut.name)
    await signedOut.enrich(settings.access).describe([offered(GUID)], 'salt', neverAborted())
    expect(settings.values()['mam_session_id']).toBe('session-0')
  })
})

describe('testing the connection', () => {
  it.each([
    [{ error: 'Request not via correct session type' }, 'Request not via correct session type'],
    [{ message: 'Your IP isn&#39;t allowed.' }, "Your IP isn't allowed"],
  ])('passes on what the tracker says in place of the account: %j', async (said, text) => {
    const { driver, fake, settings } = await connected()
    fake.setAccount(said)
    expect(await driver.test(settings.values(), settings.access.renew)).toMatchObject({
      code: 'wrong_key',
      text: expect.stringContaining(`MyAnonamouse answers: ${text}. Create a session for the API`),
      cause: { code: 'session_refused', params: { text, setting: 'mam_session_id' } },
    })
    fake.setAccount({ error: '' })
    expect(await driver.test(settings.values(), settings.access.renew)).toMatchObject({ code: 'not_the_api' })
  })

  it('names the account, and stores the next session', async () => {
    const { driver, settings } = await connected()
    expect(await driver.test(settings.values(), settings.access.renew)).toMatchObject({
      code: 'ok',
      text: 'MyAnonamouse knows the session as listener (Power User).',
      version: null,
    })
    expect(settings.values()['mam_session_id']).toBe('session-0-1')
  })

  it.each([
    [{ mam_session_id: 'other' }, 'wrong_key'],
    [{ mam_base_url: 'http://127.0.0.1:1' }, 'unreachable'],
    [{ mam_base_url: 'FAKE/elsewhere' }, 'answered_with_error'],
  ])('reads %j as %s', async (changes, code) => {
    const { fake, driver, settings } = await connected()
    const values = Object.fromEntries(
      Object.entries(changes).map(([name, value]) => [name, value.replace('FAKE', fake.url)]),
    )
    const found = await driver.test({ ...settings.values(), ...values }, settings.access.renew)
    expect(found).toMatchObject({ code, text: expect.stringMatching(/\.$/) })
  })

  it.each([
    [{ kind: 'slow', ms: 600_000 }, 'timed_out'],
    [{ kind: 'html' }, 'wrong_key'],
  ] as const)('reads %j as %s', async (mode, code) => {
    const { fake, driver, settings } = await connected({}, mode.kind === 'slow' ? 500 : undefined)
    fake.misbehave(mode)
    expect(await driver.test(settings.values(), settings.access.renew)).toMatchObject({ code })
  })

  it('recognises another service that answers JSON', async () => {
    const { fake, driver, settings } = await connected()
    fake.setAccount({ records: [] })
    expect(await driver.test(settings.values(), settings.access.renew)).toMatchObject({ code: 'not_the_api' })
  })
})
