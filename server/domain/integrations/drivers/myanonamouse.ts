import { isAhead } from '#server/async/due.rules'
import { causeOf } from '#contract/cause'
import { found, testAnswer, type ConnectionTestDto } from '#contract/connection-test'
import { fault, type Fault } from '#contract/issues'
import { AppError, type CausedError } from '#server/errors/app-error'
import { causeFrom } from '#server/errors/problem'
import { createQueue, type Queue } from '#server/async/queue'
import { bind } from '#server/domain/bind'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import type {
  DriverAccess,
  EnrichmentDriver,
  NotingAccess,
  ConnectionSettings,
  OfferedRelease,
  ReleaseMetadata,
  Renew,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import { createMamHttp, mamFailed, notMam, service, sessionRefused } from './mam.http'
import {
  accountSchema,
  answerSchema,
  isVipClass,
  plainText,
  rowSchema,
  searchWords,
  toMetadata,
  type MamRow,
} from './mam.schemas'
import { saidBy, type ServiceHttpDependencies } from './service-http'
import { TEXT, textOf } from './service-settings'
import { testService } from './service-test'

/** As many as Prowlarr requests, since these are the rows to describe. */
const PER_PAGE = 100
/** The tracker's categories that Prowlarr offers as audiobooks: audiobooks, musicology, radio. */
const MAIN_CATEGORIES = [13, 15, 16]
/** The tracker forgets all but the last one or two. */
const KEPT_SESSIONS = 5
/** Milliseconds for which an account's class is cached. */
const CLASS_TTL = 60 * 60_000

const ENTRIES = [
  { ...TEXT, name: 'mam_session_id', required: true, secret: true },
  { ...TEXT, name: 'mam_base_url', default: 'https://www.myanonamouse.net', required: true },
  { ...TEXT, name: 'mam_vip', default: false, type: 'bool' },
] as const satisfies readonly SettingEntry[]

type Dependencies = ServiceHttpDependencies & { clock: () => Date }

interface Context {
  ask: ReturnType<typeof createMamHttp>
  clock: () => Date
  /** The class of each session's account, and when it was read. */
  classes: Map<string, { vip: boolean; until: number }>
  /** Sessions that were replaced, newest first: answers may repeat them. */
  formerSessions: string[]
  /** Each response replaces the session, so calls are made one at a time. */
  queue: Queue
}

/** Adds what MyAnonamouse knows about its releases; Prowlarr passes on only their titles. */
export function createMyAnonamouse(dependencies: Dependencies): EnrichmentDriver {
  const { clock } = dependencies
  const context: Context = {
    ask: createMamHttp(dependencies),
    clock,
    classes: new Map(),
    formerSessions: [],
    queue: createQueue(),
  }
  return {
    kind: 'enrichment',
    name: service,
    entries: ENTRIES,
    address: 'mam_base_url',
    issue,
    isVip: (settings) => settings['mam_vip'] === true,
    ...bind(context, { test, enrich }),
  }
}

/** Makes calls with one session. Stores each replacement and uses it for the next call. */
function conversation(context: Context, settings: MamSettings, renew: Renew, signal?: AbortSignal) {
  const { ask, classes, clock, formerSessions } = context
  let { session } = settings
  const get = (path: `/${string}`, query?: readonly (readonly [string, string])[]) =>
    ask({ ...settings, session, formerSessions, path, signal, ...(query && { query }) }, async (next) => {
      await renew({ setting: 'mam_session_id', from: session, to: next })
      const known = classes.get(session)
      classes.delete(session)
      if (known) classes.set(next, known)
      formerSessions.unshift(session)
      formerSessions.splice(KEPT_SESSIONS)
      session = next
    })

  return {
    async account() {
      const { username, classname, ...refused } =
        accountSchema.safeParse(await get('/jsonLoad.php')).data ?? {}
      if (!username) throw refusalOf(refused, sessionRefused)
      const now = clock().getTime()
      for (const [old, { until }] of classes) if (until <= now) classes.delete(old)
      classes.set(session, { vip: isVipClass(classname), until: now + CLASS_TTL })
      return { username, classname }
    },

    async search(words: string): Promise<MamRow[]> {
      const answer = answerSchema.safeParse(await get('/tor/js/loadSearchJSONbasic.php', searchQuery(words)))
      const { data, ...refused } = answer.data ?? {}
      if (data) return data.slice(0, PER_PAGE).flatMap((row) => rowSchema.safeParse(row).data ?? [])
      if (/^nothing returned/i.test(refused.error ?? '')) return []
      throw refusalOf(refused, (text) => mamFailed(causeOf('answers', { service, text })))
    },

    /** Whether the account is VIP; false if its class cannot be read. */
    async isVip(): Promise<boolean> {
      if (settings.vip) return true
      const known = classes.get(session)
      if (known && isAhead(new Date(known.until), clock(), CLASS_TTL)) return known.vip
      await this.account()
      return classes.get(session)?.vip ?? false
    },
  }
}

/** The error for an answer without what was asked for. @param of names it if it has words of its own. */
function refusalOf(
  { error, message }: { error?: string | null | undefined; message?: string | null | undefined },
  of: (text: string) => CausedError,
): CausedError {
  const text = saidBy(plainText(error || message || ''))
  return text === '' ? notMam() : of(text)
}

async function describe(
  context: Context,
  settings: MamSettings,
  ids: ReadonlyMap<string, string[]>,
  words: string,
  renew: Renew,
  signal: AbortSignal,
): Promise<Map<string, ReleaseMetadata>> {
  const tracker = conversation(context, settings, renew, signal)
  const rows = (await tracker.search(words)).filter(({ id }) => ids.has(id))
  const accountVip = rows.some(({ vip, fl_vip }) => vip || fl_vip) && (await tracker.isVip())
  return new Map(
    rows.flatMap((row) =>
      (ids.get(row.id) ?? []).map((guid) => [guid, toMetadata(row, accountVip)] as const),
    ),
  )
}

function test(context: Context, values: ConnectionSettings, renew: Renew): Promise<ConnectionTestDto> {
  const ask = async () => {
    const { username, classname } = await conversation(context, readSettings(values), renew).account()
    const name = `${username}${classname ? ` (${classname})` : ''}`
    return testAnswer('ok', null, found('session_known', { service, name }))
  }
  return context.queue.run(() => testService(ask))
}

function enrich(context: Context, access: NotingAccess): ReturnType<EnrichmentDriver['enrich']> {
  return {
    async describe(releases, query, signal) {
      const words = searchWords(query)
      const stored = await access.settings()
      const settings = readSettings(stored.values)
      const ids = idsOf(releases, settings.baseUrl)
      // A VIP account may download everything, so no call is needed.
      const known = new Map(settings.vip ? [...ids.values()].flat().map((guid) => [guid, ALLOWED]) : [])
      if (!stored.ready || ids.size === 0) return { metadata: new Map(), cause: null }
      if (words === '') return { metadata: known, cause: null }
      return context.queue.run(async () => {
        try {
          const metadata = await withFreshSession(access, (fresh) =>
            describe(context, fresh, ids, words, access.renew, signal),
          )
          await access.note({ ok: true })
          return { metadata: new Map([...known, ...metadata]), cause: null }
        } catch (error) {
          if (error instanceof AppError) {
            const cause = causeFrom(error)
            await access.note({ cause })
            return { metadata: known, cause }
          }
          if (signal.aborted) {
            return { metadata: known, cause: causeOf('not_asked_to_the_end', { service }) }
          }
          throw error
        }
      })
    },
  }
}

/** Metadata that says only that the release may be downloaded. */
const ALLOWED: ReleaseMetadata = {
  title: null,
  subtitle: null,
  authors: [],
  narrators: [],
  series: [],
  language: null,
  filetypes: [],
  freeleech: null,
  vip: false,
}

/** A refused session may just have been replaced by another instance, so the new one is tried. */
async function withFreshSession<T>(
  access: DriverAccess,
  work: (settings: MamSettings) => Promise<T>,
): Promise<T> {
  const before = readSettings((await access.settings()).values)
  try {
    return await work(before)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'mam_signed_out') throw error
    const after = readSettings((await access.settings()).values)
    if (after.session === before.session) throw error
    return work(after)
  }
}

/** Guids by the tracker's own id, which they end with: two Prowlarr indexers may offer the same torrent. */
function idsOf(releases: readonly OfferedRelease[], baseUrl: string): Map<string, string[]> {
  const ids = new Map<string, string[]>()
  const hosts = new Set(['www.myanonamouse.net', 'myanonamouse.net'])
  if (URL.canParse(baseUrl)) hosts.add(new URL(baseUrl).host)
  for (const { guid } of releases) {
    const id = /\/t\/(\d+)$/.exec(guid)?.[1]
    if (id === undefined || !URL.canParse(guid) || !hosts.has(new URL(guid).host)) continue
    ids.set(id, [...new Set([...(ids.get(id) ?? []), guid])])
  }
  return ids
}

function searchQuery(words: string): [string, string][] {
  return [
    ['tor[text]', words],
    ['tor[searchType]', 'all'],
    ...['title', 'author', 'narrator', 'series'].map((field): [string, string] => [
      `tor[srchIn][${field}]`,
      'true',
    ]),
    ['tor[searchIn]', 'torrents'],
    ['tor[sortType]', 'default'],
    ['tor[perpage]', String(PER_PAGE)],
    ['tor[startNumber]', '0'],
    ...MAIN_CATEGORIES.map((id): [string, string] => ['tor[main_cat][]', String(id)]),
  ]
}

interface MamSettings {
  baseUrl: string
  session: string
  vip: boolean
}

function readSettings(values: ConnectionSettings): MamSettings {
  const text = textOf(values)
  return { baseUrl: text('mam_base_url'), session: text('mam_session_id'), vip: values['mam_vip'] === true }
}

function issue(setting: string, value: string | number | boolean): Fault | null {
  switch (setting) {
    case 'mam_base_url':
      return addressProblem(String(value))
    case 'mam_session_id':
      // The session is sent in a cookie; see RFC 6265, section 4.1.1.
      return /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/.test(String(value))
        ? null
        : fault('not_the_cookie_alone', { name: 'mam_id' })
    default:
      return null
  }
}
