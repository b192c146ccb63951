import { execFileSync } from 'node:child_process'
import { mkdir, rename, symlink, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { fileCause } from '#contract/file-cause'
import { createConfigurationFile } from '#server/domain/integrations/drivers/configuration-file'
import { silentLog } from '#tests/support/records'
import { temporaryDirectory } from '#tests/support/temporary-directory'

function reader() {
  const file = createConfigurationFile({ log: silentLog })
  onTestFinished(() => file.watch(null, () => undefined))
  return file
}

describe('reading the file', () => {
  it('returns its text', async () => {
    const path = join(await temporaryDirectory(), 'indexers.json')
    await writeFile(path, '{"ü": 1}')
    expect(await reader().read(path)).toEqual({ kind: 'text', text: '{"ü": 1}' })
  })

  it('says if there is none', async () => {
    const directory = await temporaryDirectory()
    const missing = { kind: 'unreadable', cause: fileCause('missing') }
    expect(await reader().read(join(directory, 'none.json'))).toEqual(missing)
    await writeFile(join(directory, 'file'), '')
    expect(await reader().read(join(directory, 'file', 'none.json'))).toEqual(missing)
  })

  it.runIf(process.platform === 'linux')(
    'reads no more than allowed of a file that claims to be empty',
    async () => {
      expect(await reader().read('/proc/self/pagemap')).toMatchObject({ kind: 'unreadable' })
    },
  )

  it.each([
    ['is not a regular file', fileCause('not_a_file'), (path: string) => mkdir(path)],
    [
      'is not a regular file',
      fileCause('not_a_file'),
      (path: string) => Promise.resolve(execFileSync('mkfifo', [path])),
    ],
    [
      'is not text in UTF-8',
      fileCause('not_text'),
      (path: string) => writeFile(path, Buffer.from([0xff, 0xfe, 0x7b])),
    ],
    ['is larger than 1 MB', fileCause('too_large'), (path: string) => writeFile(path, 'x'.repeat(1_000_001))],
    [
      'cannot be read (ELOOP)',
      fileCause('unreadable', { failure: 'ELOOP' }),
      (path: string) => symlink(path, path),
    ],
  ])('says that it %s', async (_reason, cause, make) => {
    const path = join(await temporaryDirectory(), 'indexers.json')
    await make(path)
    expect(await reader().read(path)).toEqual({ kind: 'unreadable', cause })
  })
})

describe('watching the file', () => {
  /** Files as Kubernetes mounts them: symbolic links through a link to a directory that is swapped. */
  async function kubernetes(directory: string, text: string): Promise<void> {
    const version = `..2026_${text.length}`
    await mkdir(join(directory, version))
    await writeFile(join(directory, version, 'indexers.json'), text)
    await symlink(version, join(directory, '..data_tmp'))
    await rename(join(directory, '..data_tmp'), join(directory, '..data'))
  }

  const changes: [string, (path: string) => Promise<unknown>][] = [
    ['is written in place', (path) => writeFile(path, '{"a": 1}')],
    [
      'is replaced by another file',
      async (path) => {
        await writeFile(`${path}.new`, '{"a": 1}')
        await rename(`${path}.new`, path)
      },
    ],
    ['is deleted', (path) => unlink(path)],
  ]

  it.each(changes)('reports when it %s', async (_name, change) => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'indexers.json')
    await writeFile(path, '{}')
    let told = 0
    await reader().watch(path, () => (told += 1))
    await untilWatching(path, () => told)
    const before = told
    await change(path)
    await expect.poll(() => told).toBeGreaterThan(before)
  })

  it('reports when it appears', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'indexers.json')
    let told = 0
    await reader().watch(path, () => (told += 1))
    await expect
      .poll(async () => {
        await writeFile(path, '{}')
        return told
      })
      .toBeGreaterThan(0)
  })

  it('reports when Kubernetes swaps the directory behind it', async () => {
    const directory = await temporaryDirectory()
    const path = join(directory, 'indexers.json')
    await kubernetes(directory, '{}')
    await symlink(join('..data', 'indexers.json'), path)
    const file = reader()
    expect(await file.read(path)).toEqual({ kind: 'text', text: '{}' })
    let told = 0
    await file.watch(path, () => (told += 1))
    let text = '{"a": 1}'
    await expect
      .poll(
        async () => {
          text += ' '
          await kubernetes(directory, text)
          return told
        },
        { interval: 200 },
      )
      .toBeGreaterThan(0)
    expect(await file.read(path)).toEqual({ kind: 'text', text })
  })

  it('ignores other files, and a former path', async () => {
    const directory = await temporaryDirectory()
    const [former, path] = [join(directory, 'former.json'), join(directory, 'indexers.json')]
    await writeFile(former, '{}')
    await writeFile(path, '{}')
    const file = reader()
    let told = 0
    let toldFormer = 0
    await file.watch(former, () => (toldFormer += 1))
    await file.watch(path, () => (told += 1))
    await untilWatching(path, () => told)
    const before = toldFormer
    await writeFile(former, '{"a": 1}')
    await writeFile(join(directory, 'other.json'), '{}')
    const toldBefore = told
    await writeFile(path, '{"b": 1}')
    await expect.poll(() => told).toBeGreaterThan(toldBefore)
    expect(toldFormer).toBe(before)
  })

  /** Watching starts with a delay: writes until a change is reported. */
  async function untilWatching(path: string, told: () => number): Promise<void> {
    await expect
      .poll(async () => {
        await writeFile(path, `{}${' '.repeat(told() + 1)}`)
        return told()
      })
      .toBeGreaterThan(0)
  }
})
