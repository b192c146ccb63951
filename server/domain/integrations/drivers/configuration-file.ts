import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { FSWatcher } from 'chokidar'
import { fileCause, type FileCause } from '#contract/file-cause'
import type { Logger } from '#server/platform/log'
import type { FileContent, FileReader } from '#server/domain/integrations/file.types'

const MAX_BYTES = 1_000_000
/**
 * The link that Kubernetes swaps when a ConfigMap or Secret changes. It is in the file's directory; the file
 * itself remains a link.
 */
const KUBERNETES_LINK = '..data'

/**
 * Reads a regular file through a single handle, so that it cannot be swapped in the meantime. Limits the
 * size, because kernel files claim to be empty but never end.
 * @returns the file's bytes, or why it was not read.
 */
async function readRegular(path: string): Promise<Uint8Array | FileCause> {
  // Without this, opening a pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = await file.stat()
    if (!found.isFile()) return fileCause('not_a_file')
    if (found.size > MAX_BYTES) return fileCause('too_large')
    const bytes = new Uint8Array(MAX_BYTES + READ_AT_ONCE)
    let length = 0
    while (length <= MAX_BYTES) {
      const { bytesRead } = await file.read(bytes, length, READ_AT_ONCE)
      if (bytesRead === 0) return bytes.subarray(0, length)
      length += bytesRead
    }
    return fileCause('too_large')
  } finally {
    await file.close()
  }
}
const READ_AT_ONCE = 65_536

/** Reads and watches a file on disk. Loads the watcher package only when there is something to watch. */
export function createConfigurationFile({ log }: { log: Logger }): FileReader {
  let watched: string | null = null
  let watcher: FSWatcher | null = null

  return {
    async read(path): Promise<FileContent> {
      try {
        const bytes = await readRegular(path)
        if (!(bytes instanceof Uint8Array)) return { kind: 'unreadable', cause: bytes }
        return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
      } catch (error) {
        return { kind: 'unreadable', cause: causeOf(error) }
      }
    },

    async watch(path, onChange) {
      if (path === watched) return
      watched = path
      await watcher?.close()
      watcher = null
      if (path === null) return
      const { watch } = await import('chokidar')
      const directory = dirname(path)
      const names = new Set([basename(path), KUBERNETES_LINK])
      // Watches the directory, because replacing the file would end a watcher on the file itself.
      watcher = watch(directory, {
        depth: 0,
        ignoreInitial: true,
        ignored: (candidate) => candidate !== directory && !names.has(basename(candidate)),
      })
      watcher.on('all', onChange)
      // Uses raw system events, because the package reports no event for a swapped link to a directory.
      watcher.on('raw', (_event, name) => {
        if (names.has(basename(name))) onChange()
      })
      watcher.on('error', (error) => {
        log.warn(
          'Could not watch {directory}; checking its configuration file every ten seconds instead: {error}',
          { directory, error },
        )
      })
    },
  }
}

function causeOf(error: unknown): FileCause {
  // Thrown for invalid UTF-8.
  if (error instanceof TypeError) return fileCause('not_text')
  if (!(error instanceof Error && 'code' in error)) throw error
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fileCause('missing')
    case 'EACCES':
    case 'EPERM':
      return fileCause('forbidden', { user: process.getuid?.() ?? 'unknown' })
    default:
      return fileCause('unreadable', { failure: String(error.code) })
  }
}
