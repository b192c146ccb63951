import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { createDeluge } from '#server/domain/integrations/drivers/deluge'
import { createNzbget } from '#server/domain/integrations/drivers/nzbget'
import { createQbittorrent } from '#server/domain/integrations/drivers/qbittorrent'
import { createSabnzbd } from '#server/domain/integrations/drivers/sabnzbd'
import { createTransmission } from '#server/domain/integrations/drivers/transmission'
import type { DownloadClientDriver } from '#server/domain/integrations/integrations.types'
import type { ServiceHttpDependencies } from '#server/domain/integrations/drivers/service-http'

/** What a program is started with. */
interface Place {
  /** A separate, empty directory. */
  directory: string
  /** Free loopback ports: for its API, and for whatever else it listens on. */
  port: number
  otherPort: number
}

/** A real download client, as distributions package it. */
export interface RealClient {
  name: string
  /** The commands to start, in this order; the last one has the API. */
  commands: readonly [string, ...string[]]
  create: (dependencies: ServiceHttpDependencies) => DownloadClientDriver
  /** Whether it accepts magnet links. */
  magnets: boolean
  /** Whether it knows only the categories set up in it. */
  categories: boolean
  /** Whether it has an API key instead of a password. */
  hasApiKey?: boolean
  /** Omitted if it has no user names. */
  username?: string
  /** Writes its settings. @returns the arguments of each command, which stays in the foreground. */
  prepare: (place: Place) => Promise<readonly (readonly string[])[]>
}

const PASSWORD = 'a password of this test'
const API_KEY = 'a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3'

/** The only secret setting with which a driver signs in to its program. */
export const secretOf = ({ hasApiKey = false }: RealClient): [setting: string, value: string] =>
  hasApiKey ? ['api_key', API_KEY] : ['password', PASSWORD]

export const realClients: readonly RealClient[] = [
  {
    name: 'qBittorrent',
    commands: ['qbittorrent-nox'],
    create: createQbittorrent,
    magnets: true,
    categories: false,
    username: 'admin',
    async prepare({ directory, port, otherPort }) {
      const lines = [
        '[LegalNotice]',
        'Accepted=true',
        '[BitTorrent]',
        `Session\\Port=${otherPort}`,
        `Session\\DefaultSavePath=${directory}`,
        ...['DHT', 'LSD', 'PeX'].map((way) => `Session\\${way}Enabled=false`),
        '[Network]',
        'PortForwardingEnabled=false',
        '[Preferences]',
        `WebUI\\Port=${port}`,
        'WebUI\\Address=127.0.0.1',
        'WebUI\\Username=admin',
        `WebUI\\Password_PBKDF2="@ByteArray(${qbittorrentHash(PASSWORD)})"`,
      ]
      const file = 'qBittorrent/config/qBittorrent.conf'
      await write(join(directory, file), lines.join('\n'))
      return [[`--profile=${directory}`]]
    },
  },
  {
    name: 'Transmission',
    commands: ['transmission-daemon'],
    create: createTransmission,
    magnets: true,
    categories: false,
    username: 'ada',
    async prepare({ directory, port, otherPort }) {
      const access = ['--auth', '--username', 'ada', '--password', PASSWORD]
      const listens = ['--port', `${port}`, '--rpc-bind-address', '127.0.0.1', '--peerport', `${otherPort}`]
      const alone = ['--no-dht', '--no-lpd', '--no-utp', '--no-portmap']
      const folders = ['--config-dir', directory, '--download-dir', directory]
      return [['--foreground', ...folders, ...access, ...listens, ...alone]]
    },
  },
  {
    name: 'Deluge',
    commands: ['deluged', 'deluge-web'],
    create: createDeluge,
    magnets: true,
    categories: false,
    async prepare({ directory, port, otherPort }) {
      const salt = randomBytes(20).toString('hex')
      const hash = createHash('sha1').update(salt).update(PASSWORD).digest('hex')
      await write(join(directory, 'auth'), `localclient:${PASSWORD}:10\n`)
      await writeDeluge(join(directory, 'core.conf'), 1, {
        daemon_port: otherPort,
        download_location: directory,
        enabled_plugins: ['Label'],
        new_release_check: false,
        ...{ dht: false, lsd: false, natpmp: false, upnp: false, utpex: false },
      })
      await writeDeluge(join(directory, 'web.conf'), 2, {
        pwd_salt: salt,
        pwd_sha1: hash,
        first_login: false,
      })
      const host = ['0'.repeat(32), '127.0.0.1', otherPort, 'localclient', PASSWORD]
      await writeDeluge(join(directory, 'hostlist.conf'), 3, { hosts: [host] })
      const common = ['--do-not-daemonize', '--config', directory, '--loglevel', 'error']
      return [
        [...common, '--ui-interface', '127.0.0.1', '--port', `${otherPort}`],
        [...common, '--interface', '127.0.0.1', '--port', `${port}`, '--no-ssl'],
      ]
    },
  },
  {
    name: 'NZBGet',
    commands: ['nzbget'],
    create: createNzbget,
    magnets: false,
    categories: true,
    username: 'nzbget',
    async prepare({ directory, port }) {
      const options = {
        MainDir: directory,
        LockFile: join(directory, 'lock'),
        ControlIP: '127.0.0.1',
        ControlPort: port,
        ControlUsername: 'nzbget',
        ControlPassword: PASSWORD,
        'Category1.Name': CATEGORY,
        OutputMode: 'log',
      }
      const pairs = Object.entries(options).flatMap(([name, value]) => ['--option', `${name}=${value}`])
      return [['--server', '--noconfig', ...pairs]]
    },
  },
  {
    name: 'SABnzbd',
    commands: ['sabnzbdplus'],
    create: createSabnzbd,
    magnets: false,
    categories: true,
    hasApiKey: true,
    async prepare({ directory, port }) {
      const file = join(directory, 'sabnzbd.ini')
      const lines = [
        '[misc]',
        'host = 127.0.0.1',
        `port = ${port}`,
        `api_key = ${API_KEY}`,
        'auto_browser = 0',
        'check_new_rel = 0',
        `download_dir = ${join(directory, 'incomplete')}`,
        `complete_dir = ${join(directory, 'complete')}`,
        '[categories]',
        ...['*', CATEGORY].flatMap((name) => [`[[${name}]]`, `name = ${name}`]),
      ]
      await write(file, `${lines.join('\n')}\n`)
      const quiet = ['--browser', '0', '--disable-file-log', '--console']
      return [['--config-file', file, '--server', `127.0.0.1:${port}`, ...quiet]]
    },
  },
]

/** The category of the downloads; NZBGet knows only those set up in it. */
export const CATEGORY = 'audiobooks'

/**
 * The paths of a program's commands: in the directory `EARMARK_TEST_DOWNLOAD_CLIENTS`, or on the path.
 * @returns null if one of them is not installed.
 */
export function findCommands({ commands }: RealClient): string[] | null {
  const named = process.env['EARMARK_TEST_DOWNLOAD_CLIENTS']
  const folders = named === undefined ? (process.env['PATH'] ?? '').split(delimiter) : [named]
  const found = commands.map((command) =>
    folders.map((folder) => join(folder, command)).find((path) => existsSync(path)),
  )
  return found.every((path) => path !== undefined) ? found : null
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

/** Each of its files consists of two objects: the version of the second one, and the settings. */
function writeDeluge(path: string, version: number, settings: Record<string, unknown>): Promise<void> {
  return write(path, JSON.stringify({ file: version, format: 1 }) + JSON.stringify(settings))
}

function qbittorrentHash(password: string): string {
  const salt = randomBytes(16)
  const key = pbkdf2Sync(password, salt, 100_000, 64, 'sha512')
  return `${salt.toString('base64')}:${key.toString('base64')}`
}
