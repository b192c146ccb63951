import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { isInstalled } from '#scripts/lib/packages.mjs'
import { isOlder } from '#scripts/lib/node-version.mjs'
import { temporaryDirectory } from '#tests/support/temporary-directory'

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts')

/** Replaces the built server: prints its arguments, and exits with 7 on SIGTERM or at once. */
const SERVER = `
const { SVC_APP__CONFIG_DIR: config, SVC_APP__PORT: port } = process.env
process.on('SIGTERM', () => process.exit(7))
console.log(JSON.stringify({ config, port, cwd: process.cwd() }))
if (process.env.STAY) setInterval(() => {}, 1000)
`

/** Replaces the build: puts the server where the real build does. */
const BUILD = `
import { cpSync } from 'node:fs'
cpSync('server/index.mjs', '.output/server/index.mjs')
`

const ENGINES = { node: '>=20.19' }
const DEPENDENCIES = { dependency: 'file:./dependency' }

let checkout: string

async function start(args: string[] = [], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['scripts/start.mjs', ...args], {
    cwd: checkout,
    env: { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: checkout, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, output }))
  return { child, ended, output: () => output }
}

const run = async (...options: Parameters<typeof start>) => (await start(...options)).ended

describe('npm start', () => {
  beforeEach(async () => {
    checkout = await temporaryDirectory()
    await cp(SCRIPTS, join(checkout, 'scripts'), { recursive: true })
    await mkdir(join(checkout, 'server'))
    await mkdir(join(checkout, 'dependency'))
    const json = (value: unknown) => JSON.stringify(value)
    await writeFile(
      join(checkout, 'dependency', 'package.json'),
      json({ name: 'dependency', version: '1.0.0' }),
    )
    await writeFile(join(checkout, 'build.mjs'), BUILD)
    await writeFile(join(checkout, 'server', 'index.mjs'), SERVER)
    await writeFile(join(checkout, '.npmrc'), 'audit=false\nfund=false\noffline=true\n')
    await writeFile(
      join(checkout, 'package.json'),
      json({
        name: 'stub',
        version: '1.0.0',
        type: 'module',
        engines: ENGINES,
        scripts: { start: 'node scripts/start.mjs', build: 'node build.mjs' },
        dependencies: DEPENDENCIES,
      }),
    )
    // As `npm install --package-lock-only` writes it.
    await writeFile(
      join(checkout, 'package-lock.json'),
      json({
        name: 'stub',
        version: '1.0.0',
        lockfileVersion: 3,
        requires: true,
        packages: {
          '': { name: 'stub', version: '1.0.0', dependencies: DEPENDENCIES, engines: ENGINES },
          dependency: { version: '1.0.0' },
          'node_modules/dependency': { resolved: 'dependency', link: true },
        },
      }),
    )
  })

  it('installs, builds and starts on a fresh checkout, and skips what is up to date the second time', async () => {
    const first = await run()
    expect(first.output).toContain('npm ci')
    expect(first.output).toContain('npm run build')
    expect(first.output).toContain('"config":"./config"')
    expect(first.code).toBe(0)

    const second = await run()
    expect(second.output).not.toContain('npm ci')
    expect(second.output).not.toContain('npm run build')
    expect(second.code).toBe(0)
  })

  it('builds again after a change of the sources, and installs again when packages are gone', async () => {
    await run()
    await writeFile(join(checkout, 'server', 'added.ts'), 'export {}\n')
    const changed = await run()
    expect(changed.output).not.toContain('npm ci')
    expect(changed.output).toContain('npm run build')

    await rm(join(checkout, 'node_modules'), { recursive: true })
    expect((await run()).output).toContain('npm ci')
  })

  it('passes --port on, and leaves a chosen config directory alone, in the environment or in .env', async () => {
    const given = await run(['--port', '4711'], { SVC_APP__CONFIG_DIR: '/srv/earmark', SVC_APP__PORT: '1' })
    expect(given.output).toContain('"config":"/srv/earmark","port":"4711"')

    await writeFile(join(checkout, '.env'), 'SVC_APP__CONFIG_DIR=/from/file\n')
    expect((await run()).output).not.toContain('"config"')
  })

  it('passes SIGTERM to the server and returns the exit code of the server', async () => {
    const running = await start([], { STAY: 'yes' })
    while (!running.output().includes('"cwd"')) await new Promise((resolve) => setTimeout(resolve, 20))
    running.child.kill('SIGTERM')
    expect((await running.ended).code).toBe(7)
  })

  it('stops the server when the npm that started it ends', async () => {
    await run()
    const npm = spawn('npm', ['start'], {
      cwd: checkout,
      env: { PATH: process.env['PATH'], HOME: checkout, STAY: 'yes' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    onTestFinished(() => void npm.kill('SIGKILL'))
    await new Promise<void>((resolve) => {
      npm.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('"cwd"')) resolve()
      })
    })
    npm.kill('SIGTERM')
    // The server holds the pipe open until it ends.
    await once(npm, 'close')
    expect(npm.killed).toBe(true)
  })

  it('stops with the exit code of a failed build, and builds again next time', async () => {
    await writeFile(join(checkout, 'build.mjs'), 'process.exit(3)')
    const failed = await run()
    expect(failed.code).not.toBe(0)
    expect(failed.output).toContain('npm run build failed')
    await writeFile(join(checkout, 'build.mjs'), BUILD)
    expect((await run()).code).toBe(0)
  })

  it.each([[['--prot', '1']], [['nonsense']]])(
    'explains what is unknown in %j, and starts nothing',
    async (args) => {
      const answer = await run(args)
      expect(answer.code).toBe(2)
      expect(answer.output).toContain('Usage: npm start')
      expect(answer.output).not.toContain('npm ci')
    },
  )
})

describe('what counts as too old', () => {
  it.each([
    ['18.20.8', true],
    ['20.18.3', true],
    ['20.19.0', false],
    ['20.20.2', false],
    ['24.0.0', false],
  ])('Node %s: %s', (version, expected) => {
    expect(isOlder(version, '20.19')).toBe(expected)
  })
})

describe('what counts as installed', () => {
  const wanted = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0' },
    'node_modules/other-platform': { version: '1.0.0', optional: true },
  }

  it.each([
    [
      'the same versions without packages for other platforms',
      { 'node_modules/a': { version: '1.0.0' } },
      true,
    ],
    ['another version', { 'node_modules/a': { version: '1.0.1' } }, false],
    ['a missing package', {}, false],
    [
      'a package too many',
      { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '2.0.0' } },
      false,
    ],
  ])('%s', (_case, installed, expected) => {
    expect(isInstalled(wanted, installed)).toBe(expected)
  })
})
