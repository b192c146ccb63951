import { chmod, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createCoverFiles } from '#server/domain/catalogue/drivers/cover-files'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'covers-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

/** Bytes that look like a complete WebP picture of this length. */
function picture(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x52494646)
  view.setUint32(4, length - 8, true)
  view.setUint32(8, 0x57454250)
  return bytes
}

function setUp({ maxBytes = 1_000, path = directory } = {}) {
  let now = Date.parse('2026-11-21T12:00:00Z')
  const warnings: string[] = []
  const files = createCoverFiles({
    directory: path,
    maxBytes,
    clock: () => new Date((now += 1000)),
    log: { warn: (message) => warnings.push(message) },
  })
  return { files, warnings }
}

describe('stored covers', () => {
  it('are available after a restart', async () => {
    await setUp().files.write('a-us-96.webp', picture(100))
    await expect(setUp().files.read('a-us-96.webp')).resolves.toEqual(picture(100))
    await expect(setUp().files.read('b-us-96.webp')).resolves.toBeNull()
  })

  it('appear under their name only when complete', async () => {
    await setUp().files.write('a-us-96.webp', picture(100))
    expect(await readdir(directory)).toEqual(['a-us-96.webp'])
  })

  it.each([
    ['an empty file', new Uint8Array()],
    ['a cut-off picture', picture(100).subarray(0, 60)],
    ['another file', new TextEncoder().encode('<html>not a picture</html>')],
  ])('are not read from %s, which is deleted', async (_, bytes) => {
    await writeFile(join(directory, 'a-us-96.webp'), bytes)
    await expect(setUp().files.read('a-us-96.webp')).resolves.toBeNull()
    expect(await readdir(directory)).toEqual([])
  })

  it('stay within the size limit, least recently used first to go', async () => {
    const { files } = setUp({ maxBytes: 1_000 })
    await files.write('a.webp', picture(300))
    await files.write('b.webp', picture(300))
    await files.write('c.webp', picture(300))
    await files.read('a.webp')
    await files.write('d.webp', picture(300))
    expect((await readdir(directory)).sort()).toEqual(['a.webp', 'c.webp', 'd.webp'])
  })

  it('count those of an earlier run, by their last use', async () => {
    await setUp().files.write('old.webp', picture(400))
    await setUp().files.write('older.webp', picture(400))
    await utimes(join(directory, 'older.webp'), new Date(0), new Date(0))
    await setUp().files.write('new.webp', picture(400))
    expect((await readdir(directory)).sort()).toEqual(['new.webp', 'old.webp'])
  })

  it('are cleaned of what a killed process left behind', async () => {
    await writeFile(join(directory, 'half.tmp'), 'half')
    await setUp().files.write('a.webp', picture(100))
    expect(await readdir(directory)).toEqual(['a.webp'])
  })

  it('log once that the disk refuses them, and again only after it recovered', async () => {
    const path = join(directory, 'covers')
    await writeFile(path, 'a file where the directory should be')
    const { files, warnings } = setUp({ path })
    await files.write('a.webp', picture(100))
    await files.write('b.webp', picture(100))
    await files.read('a.webp')
    expect(warnings).toHaveLength(1)
    await rm(path)
    await files.write('a.webp', picture(100))
    await expect(files.read('a.webp')).resolves.not.toBeNull()
    await rm(path, { recursive: true })
    await writeFile(path, 'again')
    await files.write('c.webp', picture(100))
    expect(warnings).toHaveLength(2)
  })

  it('are stored in a directory that does not exist yet', async () => {
    const path = join(directory, 'one', 'two')
    await setUp({ path }).files.write('a.webp', picture(100))
    expect(await readdir(path)).toEqual(['a.webp'])
  })

  it('are served even if their use cannot be recorded, which is logged once', async () => {
    await writeFile(join(directory, 'a.webp'), picture(100))
    // The directory cannot be listed with sizes, because this link leads to itself.
    await symlink('loop.webp', join(directory, 'loop.webp'))
    const { files, warnings } = setUp()
    await expect(files.read('a.webp')).resolves.toEqual(picture(100))
    await expect(files.read('a.webp')).resolves.toEqual(picture(100))
    expect(warnings).toHaveLength(1)
  })

  it('are still served from a read-only directory', async () => {
    await mkdir(join(directory, 'fixed'))
    await writeFile(join(directory, 'fixed', 'a.webp'), picture(100))
    await chmod(join(directory, 'fixed'), 0o500)
    await expect(setUp({ path: join(directory, 'fixed') }).files.read('a.webp')).resolves.toEqual(
      picture(100),
    )
    await chmod(join(directory, 'fixed'), 0o700)
  })
})
