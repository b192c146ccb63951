import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sendJson, startFakeServer } from '#fakes/fake-server'
import { hostilePictures, type HostilePicture } from '#fakes/hostile-pictures'
import { OF_RUNTIME } from '#tests/support/runtime'
import { temporaryDirectory } from '#tests/support/temporary-directory'
import { useArtefact } from './artefact'
import { initialise } from './setup'

const artefact = useArtefact()
const MEGABYTE = 1024 * 1024

/** A catalogue whose books have only these covers, in this order. */
async function startCatalogue(pictures: readonly HostilePicture[]) {
  const fake = await startFakeServer(({ path }, response) => {
    const at = Number(/(\d+)$/.exec(path)?.[1])
    const picture = pictures[at]
    if (!picture) return sendJson(response, {}, 404)
    if (path.startsWith('/pictures/')) return void response.end(picture.bytes)
    const product_images = { 1024: `${fake.url}/pictures/${at}` }
    const product = { asin: asinOf(at), title: picture.name, content_type: 'Product', product_images }
    return sendJson(response, { product })
  })
  onTestFinished(() => fake.close())
  return fake
}

const asinOf = (at: number) => `EM${String(at).padStart(8, '0')}`

/** A line of a process's status, in bytes; 0 if the process has gone. */
function memory(pid: number, line: 'VmRSS' | 'VmHWM' | 'RssFile'): number {
  try {
    const [, kibibytes] =
      new RegExp(`^${line}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kibibytes) * 1024
  } catch {
    return 0
  }
}

/** The peak memory of a process, excluding the files that it shares with the server. */
const mostOf = (pid: number) => Math.max(0, memory(pid, 'VmHWM') - memory(pid, 'RssFile'))

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)

describe.runIf(process.platform === 'linux')('Twenty hostile pictures', () => {
  it(`takes less than ${OF_RUNTIME.memoryOfCovers} MB of memory, and no cover after them is lost`, async () => {
    const hostile = await hostilePictures()
    expect(hostile).toHaveLength(20)
    const [good] = hostile.filter(({ name }) => name === 'JPEG of noise')
    const pictures = [...hostile, ...(good ? [good, good] : [])]
    const catalogue = await startCatalogue(pictures)
    const server = await artefact.start({
      env: { SVC_APP__CONFIG_DIR: await temporaryDirectory(), SVC_CATALOGUE__BASE_URL: catalogue.url },
    })
    await initialise(server)
    // The code that fetches and stores covers loads with the first one.
    expect((await fetch(`${server.url}api/covers/${asinOf(20)}?size=512`)).status).toBe(200)
    const pid = server.child.pid ?? 0
    // Resets the peak: hashing a password during the set-up briefly took as much memory.
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
    const idle = memory(pid, 'VmRSS')
    let decoding = 0
    const cover = async (at: number) => {
      const answer = await fetch(`${server.url}api/covers/${asinOf(at)}?size=512`)
      await answer.arrayBuffer()
      decoding = Math.max(decoding, ...childrenOf(pid).map(mostOf))
      return answer.headers.get('content-type')
    }
    const kinds = await Promise.all(hostile.map((_, at) => cover(at)))
    const own = memory(pid, 'VmHWM') - idle
    const made = hostile.filter((_, at) => kinds[at] === 'image/webp').map(({ name }) => name)
    expect(made).toContain('JPEG of noise')
    expect(made).not.toContain('SVG with a filter')
    expect(await cover(21)).toBe('image/webp')
    expect(decoding).toBeGreaterThan(0)
    expect((own + decoding) / MEGABYTE, `${own / MEGABYTE} + ${decoding / MEGABYTE}`).toBeLessThan(
      OF_RUNTIME.memoryOfCovers,
    )
  })
})
