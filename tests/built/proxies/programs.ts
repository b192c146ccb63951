import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '#tests/support/free-port'

/** What a proxy is started with. */
interface Setting {
  /** The file from docs/proxies with the ports of proxy and server filled in. */
  text: string
  port: number
  directory: string
  write: (name: string, text: string) => Promise<string>
}

interface ProxyProgram {
  name: string
  /** Names of the program; the first one found counts. */
  commands: string[]
  /** The end of its files in docs/proxies, after `-root` or `-below-a-path`. */
  ending: string
  /** The port in the file, and its replacement. */
  listens: [from: string | RegExp, to: (port: number) => string]
  /** The lines in the file about the host and the protocol, or why it needs none. */
  lines: string[]
  /** @returns the arguments of the program, which stays in the foreground. */
  prepare: (setting: Setting) => Promise<string[]>
}

const isRoot = process.getuid?.() === 0
const APACHE_MODULES = ['mpm_event', 'authz_core', 'proxy', 'proxy_http', 'headers']

export const programs: ProxyProgram[] = [
  {
    name: 'nginx',
    commands: ['nginx'],
    ending: '.conf',
    listens: ['listen 80;', (port) => `listen 127.0.0.1:${port};`],
    lines: ['proxy_set_header Host $http_host;', 'proxy_set_header X-Forwarded-Proto $scheme;'],
    async prepare({ text, directory, write }) {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${directory}/${kind};`,
      )
      const http = `access_log off; ${paths.join(' ')}\n${text}`
      const file = await write(
        'nginx.conf',
        `${isRoot ? 'user root;' : ''} daemon off; pid ${directory}/pid; error_log stderr; events {}\nhttp { ${http} }\n`,
      )
      return ['-p', directory, '-e', 'stderr', '-c', file]
    },
  },
  {
    name: 'caddy',
    commands: ['caddy'],
    ending: '.Caddyfile',
    listens: [/^books\.example\.org/m, (port) => `http://books.example.org:${port}`],
    lines: ['reverse_proxy'],
    async prepare({ text, write }) {
      const file = await write('Caddyfile', `{\n\tadmin off\n}\n${text}`)
      return ['run', '--adapter', 'caddyfile', '--config', file]
    },
  },
  {
    name: 'haproxy',
    commands: ['haproxy'],
    ending: '.cfg',
    listens: ['bind :80', (port) => `bind 127.0.0.1:${port}`],
    lines: ['option forwardfor', 'http-request set-header X-Forwarded-Host %[req.hdr(Host)]'],
    prepare: async ({ text, write }) => ['-db', '-f', await write('haproxy.cfg', text)],
  },
  {
    name: 'apache',
    commands: ['apache2', 'httpd'],
    ending: '.conf',
    listens: ['*:80', (port) => `127.0.0.1:${port}`],
    lines: ['ProxyPreserveHost On', 'RequestHeader set X-Forwarded-Proto'],
    async prepare({ text, port, directory, write }) {
      const modules = ['/usr/lib/apache2/modules', '/usr/lib64/httpd/modules'].find(existsSync) ?? 'modules'
      const head = [
        ...APACHE_MODULES.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
        `ServerRoot ${directory}`,
        `DefaultRuntimeDir ${directory}`,
        `PidFile ${directory}/pid`,
        // Node's standard error cannot be opened as a file.
        `ErrorLog ${directory}/error.log`,
        'ServerName localhost',
        `Listen 127.0.0.1:${port}`,
        ...(isRoot ? ['User nobody', 'Group #65534'] : []),
      ]
      return ['-DFOREGROUND', '-f', await write('apache.conf', `${head.join('\n')}\n${text}`)]
    },
  },
  {
    name: 'traefik',
    commands: ['traefik'],
    ending: '.yml',
    listens: [/$^/, String],
    lines: ['rule: Host(`books.example.org`)', 'url: http://127.0.0.1:8000'],
    prepare: async ({ text, port, write }) => [
      `--entryPoints.web.address=127.0.0.1:${port}`,
      `--providers.file.filename=${await write('dynamic.yml', text)}`,
      '--global.checkNewVersion=false',
      '--global.sendAnonymousUsage=false',
    ],
  },
]

/**
 * The path of a program: from a variable such as `EARMARK_TEST_NGINX`, or from PATH.
 * @returns undefined if it is not installed.
 */
export function findProgram({ name, commands }: ProxyProgram): string | undefined {
  const named = process.env[`EARMARK_TEST_${name.toUpperCase()}`]
  if (named !== undefined) return named
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return commands.flatMap((command) => folders.map((folder) => join(folder, command))).find(existsSync)
}

/** The file of a program in docs/proxies. */
export function readLines(program: ProxyProgram, place: 'root' | 'below-a-path'): Promise<string> {
  return readFile(resolve('docs/proxies', `${program.name}-${place}${program.ending}`), 'utf8')
}

/**
 * Starts a proxy from its file in front of a server, for one test.
 * @returns its port and what it printed.
 */
export async function startProxy(
  program: ProxyProgram,
  options: { command: string; place: 'root' | 'below-a-path'; serverPort: number },
): Promise<{ port: number; printed: () => string }> {
  const directory = await mkdtemp(join(tmpdir(), `earmark-${program.name}-`))
  const port = await freePort()
  const [from, to] = program.listens
  const lines = await readLines(program, options.place)
  const text = lines.replace(from, to(port)).replaceAll('127.0.0.1:8000', `127.0.0.1:${options.serverPort}`)
  const write = async (name: string, content: string) => {
    const path = join(directory, name)
    await writeFile(path, content)
    return path
  }
  const args = await program.prepare({ text, port, directory, write })
  const child = spawn(options.command, args, {
    cwd: directory,
    env: { ...process.env, HOME: directory, XDG_DATA_HOME: directory, XDG_CONFIG_HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (data: string) => printed.push(data))
  }
  const ended = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
    await rm(directory, { recursive: true, force: true })
  })
  return { port, printed: () => printed.join('') }
}
