import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { WORKERD } from '#scripts/lib/runtimes.mjs'
import { bundle } from './bundle'

const endedSchema = z.object({ name: z.string(), state: z.string(), errors: z.array(z.string()) })

/** The result of one test: `pass` or the failure. */
type Ended = z.infer<typeof endedSchema>

/** A workerd that runs test files, each in its own Durable Object. */
export interface Workerd {
  run(file: string): Promise<Ended[]>
  stop(): Promise<void>
}

/** @param files that it can run. */
export async function startWorkerd(files: readonly string[]): Promise<Workerd> {
  if (!existsSync(WORKERD))
    throw new Error('workerd is not installed: run `npm run test:runtimes -- tests/durable`.')
  const folder = await mkdtemp(join(tmpdir(), 'earmark-durable-'))
  await bundle(files, folder)
  const disk = join(folder, 'disk')
  await mkdir(disk)
  const child = spawn(
    WORKERD,
    ['serve', join(folder, 'workerd.capnp'), `-ddisk=${disk}`, '-shttp=127.0.0.1:0', '--control-fd=3'],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const said: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const port = await portOf(child.stdio[3])
  return {
    async run(file) {
      // It closes connections that are idle for some seconds.
      const headers = { connection: 'close' }
      const response = await fetch(`http://127.0.0.1:${port}/${file}`, { headers })
      const body = await response.text()
      if (!response.ok) throw new Error(`${body}\n${said.join('')}`)
      return z.array(endedSchema).parse(JSON.parse(body))
    },
    async stop() {
      child.kill()
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const listeningSchema = z.object({ event: z.literal('listen'), port: z.number() })

/** Its first line contains the address it listens on. */
async function portOf(control: unknown): Promise<number> {
  if (!(control instanceof Readable)) throw new Error('workerd has no control output')
  for await (const line of createInterface(control)) return listeningSchema.parse(JSON.parse(line)).port
  throw new Error('workerd has not started')
}
