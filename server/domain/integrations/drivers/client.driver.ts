import { causeOf } from '#contract/cause'
import type { ConnectionTestDto } from '#contract/connection-test'
import type { Fault } from '#contract/issues'
import { CausedError, type AppError } from '#server/errors/app-error'
import { withCause } from '#server/errors/problem'
import { redact } from '#server/upstream/redaction.rules'
import { addressProblem } from '#server/domain/integrations/addresses.rules'
import { testWithoutSecrets, withoutSecrets } from '#server/domain/integrations/connection-status.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type {
  ClientDownload,
  ClientProtocol,
  Downloadable,
} from '#server/domain/integrations/download-client.types'
import type {
  DownloadClientDriver,
  ConnectionSettings,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import { problemIn } from './client-values'
import { keyIssue, readySettings, TEXT, textOf } from './service-settings'
import { testService } from './service-test'

const KINDS = { torrent: ['magnet', 'torrent'], usenet: ['nzb'] } as const satisfies Record<
  ClientProtocol,
  readonly Downloadable['kind'][]
>
const WRONG_PROTOCOL = { torrent: 'nzb_files_not_taken', usenet: 'torrents_not_taken' } as const

type DownloadOf<P extends ClientProtocol> = Extract<Downloadable, { kind: (typeof KINDS)[P][number] }>
export type TorrentDownload = DownloadOf<'torrent'>
export type NzbDownload = DownloadOf<'usenet'>

/** Where a client is and how to sign in; what a client does not use is empty. */
export interface ClientAddress {
  baseUrl: string
  username: string
  password: string
  apiKey: string
}

/** What a call needs: what the connection keeps in memory, and its settings as they are stored now. */
export type OpenClient<C> = C & { at: ClientAddress; category: string }

/** A download client, in the words of `download-client.types.ts`. */
interface ClientDefinition<P extends ClientProtocol, C> {
  name: string
  protocol: P
  entries: readonly SettingEntry[]
  /** What a connection keeps in memory, such as its session. */
  connect: () => C
  test: (client: OpenClient<C>) => Promise<ConnectionTestDto>
  ping: (client: OpenClient<C>) => Promise<unknown>
  /** @param ids at least one. */
  status: (client: OpenClient<C>, ids: readonly string[]) => Promise<ClientDownload[]>
  list: (client: OpenClient<C>, ids: readonly string[]) => Promise<ClientDownload[]>
  /** Only called with a category. */
  others: (client: OpenClient<C>) => Promise<ClientDownload[]>
  add: (client: OpenClient<C>, download: DownloadOf<P>) => Promise<string>
  remove: (client: OpenClient<C>, id: string, files: boolean) => Promise<void>
}

/** The driver of a download client. */
export function createClientDriver<P extends ClientProtocol, C>(
  client: ClientDefinition<P, C>,
): DownloadClientDriver {
  const { name, protocol, entries } = client
  return {
    kind: 'download_client',
    name,
    protocol,
    entries,
    address: 'base_url',
    issue: clientIssue,
    test(values) {
      const opened = { ...client.connect(), ...readSettings(values) }
      return testService(async () =>
        testWithoutSecrets(await discreetly(opened.at, client.test(opened)), secretsOf(opened.at)),
      )
    },
    open(access) {
      const connection = client.connect()
      async function call<T>(work: (opened: OpenClient<C>) => Promise<T>): Promise<T> {
        const opened = { ...connection, ...readSettings(await readySettings(name, access)) }
        return discreetly(opened.at, work(opened))
      }
      const downloads = (work: (opened: OpenClient<C>) => Promise<ClientDownload[]>) =>
        call(async (opened) => {
          const found = await work(opened)
          return found.map((download) => withDiscreetMessage(opened.at, download))
        })
      return {
        ping: () => call(async (opened) => void (await client.ping(opened))),
        status: async (ids) => (ids.length === 0 ? [] : downloads((opened) => client.status(opened, ids))),
        list: (ids = []) => downloads((opened) => client.list(opened, ids)),
        others: () => downloads(async (opened) => (opened.category === '' ? [] : client.others(opened))),
        add: (download) =>
          call(async (opened) => {
            if (!isFor(protocol, download))
              throw connectionFailed(causeOf(WRONG_PROTOCOL[protocol], { service: name }))
            return client.add(opened, download)
          }),
        remove: (id, files) => call((opened) => client.remove(opened, id, files)),
      }
    },
  }
}

const secretsOf = ({ password, apiKey }: ClientAddress) => [password, apiKey]

/** Messages repeat no password, not even one that is a word, which names and titles may contain. */
async function discreetly<T>(at: ClientAddress, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof CausedError ? withCause(error, withoutSecrets(error.coded, secretsOf(at))) : error
  }
}

const withDiscreetMessage = (at: ClientAddress, download: ClientDownload): ClientDownload =>
  download.message === null ? download : { ...download, message: redact(download.message, secretsOf(at)) }

function isFor<P extends ClientProtocol>(protocol: P, download: Downloadable): download is DownloadOf<P> {
  return KINDS[protocol].some((kind) => kind === download.kind)
}

/** The settings that all download clients have. @param example a sample address. */
export function clientEntries(example: string) {
  return {
    address: { ...TEXT, name: 'base_url', required: true, example },
    username: { ...TEXT, name: 'username' },
    password: { ...TEXT, name: 'password', secret: true },
    apiKey: { ...TEXT, name: 'api_key', secret: true },
    category: { ...TEXT, name: 'category', default: 'audiobooks' },
  } satisfies Record<string, SettingEntry>
}

function readSettings(values: ConnectionSettings): { at: ClientAddress; category: string } {
  const text = textOf(values)
  const account = { username: text('username'), password: text('password'), apiKey: text('api_key') }
  return { at: { baseUrl: text('base_url'), ...account }, category: text('category') }
}

/** What is wrong with a setting of a download client, or null. */
function clientIssue(setting: string, value: string | number | boolean): Fault | null {
  switch (setting) {
    case 'base_url':
      return addressProblem(String(value))
    case 'api_key':
      return keyIssue(value)
    default:
      return null
  }
}

/**
 * The error for a download that a client refuses, or has no room for.
 * @param text the client's own reason, without a full stop; empty if it gives none.
 */
export function notAdded(service: string, text: string): AppError {
  if (problemIn(text) === 'client') return connectionFailed(causeOf('client_full', { service, text }))
  return connectionFailed(
    text === ''
      ? causeOf('download_not_added_unexplained', { service })
      : causeOf('download_not_added', { service, text }),
  )
}

/** What a client says against a call; empty if it gives no reason, null for any other error. */
export function objectionIn(error: unknown): string | null {
  if (!(error instanceof CausedError)) return null
  const { code, params } = error.coded
  if (code === 'fails_unexplained') return ''
  return code === 'answers' ? String(params['text']) : null
}

/** Whether two names mean the same download. Clients change spaces, punctuation and case. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

const folded = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\.nzb$/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
