import { causeOf } from '#contract/cause'
import type { ConnectionTestDto } from '#contract/connection-test'
import { fault, type Fault } from '#contract/issues'
import type { AppError } from '#server/errors/app-error'
import { addressProblem, endpoint } from '#server/domain/integrations/addresses.rules'
import { connectionFailed } from '#server/domain/integrations/connection.errors'
import type {
  ConnectionSettings,
  LibraryDriver,
  SettingEntry,
} from '#server/domain/integrations/integrations.types'
import type { LibraryItem } from '#server/domain/integrations/library.types'
import { listOf } from '#server/domain/integrations/list-setting.rules'
import {
  askedInFront,
  createServiceHttp,
  failedWith,
  jsonOf,
  wrongServiceKey,
  type AskService,
  type ServiceAnswer,
  type ServiceHttpDependencies,
} from './service-http'
import { readySettings, TEXT, textOf } from './service-settings'
import { testService } from './service-test'

/** The settings of a media server. */
interface LibrarySettings {
  baseUrl: string
  key: string
  /** Its public address, without a trailing slash. */
  openedAt: string
  /** Names or ids of libraries; empty for all. */
  chosen: readonly string[]
  scan: boolean
}

type Path = `/${string}`

/** A media server with its settings as they are stored now. Calls fail with the errors of `connection.errors.ts`. */
export interface OpenLibrary {
  at: LibrarySettings
  /** @returns the parsed JSON of a response with status 200. */
  json(path: Path, query?: readonly (readonly [name: string, value: string])[]): Promise<unknown>
  /** Like `json`, for a call that must be a POST. */
  postedJson(path: Path): Promise<unknown>
  /**
   * Runs commands, one after the other.
   * @returns whether any of them ran; false if the key lacks permission.
   */
  order(method: 'GET' | 'POST', paths: readonly Path[]): Promise<boolean>
}

/** A media server, in the words of `library.types.ts`. */
export interface LibraryDefinition {
  service: string
  /** A typical address. */
  example: string
  /** Where the server shows its key. */
  keyIsAt: string
  /** What the names of the settings begin with. */
  prefix?: string
  /** The key is sent only in headers, because addresses end up in logs. */
  authorization: (key: string) => Readonly<Record<string, string>>
  test: (library: OpenLibrary) => Promise<ConnectionTestDto>
  walk: (library: OpenLibrary) => AsyncIterable<readonly LibraryItem[]>
  newest: (library: OpenLibrary) => Promise<readonly LibraryItem[]>
  scan: (library: OpenLibrary) => Promise<boolean>
}

/** The driver of a media server that is accessed with a key. */
export function createLibraryDriver(
  dependencies: ServiceHttpDependencies,
  definition: LibraryDefinition,
): LibraryDriver {
  const { service, example, prefix = '' } = definition
  const { ask } = createServiceHttp(service, dependencies)
  const opened = (values: ConnectionSettings, signal?: AbortSignal) =>
    openLibrary(definition, ask, settingsOf(values, prefix), signal)
  return {
    kind: 'library',
    name: service,
    entries: entriesOf(example).map((entry) => ({ ...entry, name: `${prefix}${entry.name}` })),
    address: `${prefix}base_url`,
    issue: (setting, value) => settingIssue(setting.replace(prefix, ''), value),
    test: (values) => testService(() => definition.test(opened(values))),
    contents(values) {
      const { baseUrl, chosen } = settingsOf(values, prefix)
      return [endpoint(baseUrl, '/').href, ...chosen.toSorted()].join('\n')
    },
    open: (access) => ({
      async *walk(signal) {
        yield* definition.walk(opened(await readySettings(service, access), signal))
      },
      newest: async (signal) => definition.newest(opened(await readySettings(service, access), signal)),
      async scan() {
        const library = opened(await readySettings(service, access))
        return library.at.scan && definition.scan(library)
      },
    }),
  }
}

function openLibrary(
  { service, keyIsAt, authorization }: LibraryDefinition,
  ask: AskService,
  at: LibrarySettings,
  signal: AbortSignal | undefined,
): OpenLibrary {
  const headers = { accept: 'application/json', ...authorization(at.key) }
  const keys = [at.key]

  function refusal(answer: ServiceAnswer): AppError {
    const { status } = answer
    const inFront = askedInFront(service, answer)
    if (inFront) return inFront
    if (status === 401) return wrongServiceKey(service, keyIsAt)
    if (status === 403) return connectionFailed(causeOf('library_forbidden', { service }))
    return failedWith(service, status)
  }

  async function read(address: URL, method: 'GET' | 'POST'): Promise<unknown> {
    const answer = await ask(address, { method, headers, signal, keys })
    if (answer.status !== 200) throw refusal(answer)
    return jsonOf(service, answer.text)
  }

  return {
    at,
    json: (path, query) => read(endpoint(at.baseUrl, path, query), 'GET'),
    postedJson: (path) => read(endpoint(at.baseUrl, path), 'POST'),
    async order(method, paths) {
      let isDone = false
      for (const path of paths) {
        const answer = await ask(endpoint(at.baseUrl, path), { method, headers, signal, keys })
        const isOk = answer.status >= 200 && answer.status <= 299
        if (!isOk && answer.status !== 403) throw refusal(answer)
        isDone ||= isOk
      }
      return isDone
    },
  }
}

function entriesOf(example: string): readonly SettingEntry[] {
  const text = { ...TEXT, default: '' }
  return [
    { ...TEXT, name: 'base_url', required: true, example },
    { ...TEXT, name: 'api_key', required: true, secret: true },
    { ...text, name: 'public_url' },
    { ...text, name: 'libraries' },
    { ...text, name: 'scan', default: true, type: 'bool' },
  ]
}

function settingsOf(values: ConnectionSettings, prefix: string): LibrarySettings {
  const text = textOf(values)
  const baseUrl = text(`${prefix}base_url`)
  return {
    baseUrl,
    key: text(`${prefix}api_key`),
    openedAt: (text(`${prefix}public_url`) || baseUrl).replace(/(?<!\/)\/+$/, ''),
    chosen: listOf(text(`${prefix}libraries`)),
    scan: values[`${prefix}scan`] !== false,
  }
}

/** What is wrong with a setting, or null. */
function settingIssue(setting: string, value: string | number | boolean): Fault | null {
  switch (setting) {
    case 'base_url':
      return addressProblem(String(value))
    case 'public_url':
      return value === '' ? null : addressProblem(String(value))
    case 'api_key':
      // Sent in quotation marks in a header.
      return /^[\x21\x23-\x7e]+$/.test(String(value)) ? null : fault('not_a_key')
    default:
      return null
  }
}
