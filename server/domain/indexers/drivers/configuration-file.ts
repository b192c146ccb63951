import { readFile, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { FSWatcher } from 'chokidar'
import type { Logger } from '#server/log'
import type { FileContent, FileReader } from '../file.types'

const MAX_BYTES = 1_000_000
/** Kubernetes swaps this link next to the file when a ConfigMap or Secret changes; the file itself stays a link. */
const KUBERNETES_LINK = '..data'

/** Reads and watches a file of the disk. The package for watching is loaded when there is something to watch. */
export function createConfigurationFile({ log }: { log: Logger }): FileReader {
  let watched: string | null = null
  let watcher: FSWatcher | null = null

  return {
    async read(path): Promise<FileContent> {
      try {
        const found = await stat(path)
        // Opening a pipe would wait for somebody to write to it.
        if (!found.isFile()) return { kind: 'unreadable', reason: 'is not a regular file' }
        if (found.size > MAX_BYTES) return { kind: 'unreadable', reason: 'is larger than 1 MB' }
        const bytes = await readFile(path)
        return { kind: 'text', text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
      } catch (error) {
        return describeFailure(error)
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
      // The directory and not the file: a file that is replaced by another would take its watcher with it.
      watcher = watch(directory, {
        depth: 0,
        ignoreInitial: true,
        ignored: (candidate) => candidate !== directory && !names.has(basename(candidate)),
      })
      watcher.on('all', onChange)
      // What the system itself tells: a swapped link to a directory is no event of the package.
      watcher.on('raw', (_event, name) => {
        if (names.has(basename(name))) onChange()
      })
      watcher.on('error', (error) => {
        log.warn('The directory {directory} cannot be watched, its file is compared regularly: {error}', {
          directory,
          error,
        })
      })
    },
  }
}

function describeFailure(error: unknown): FileContent {
  // Thrown for what is not UTF-8.
  if (error instanceof TypeError) return { kind: 'unreadable', reason: 'is not text in UTF-8' }
  if (!(error instanceof Error && 'code' in error)) throw error
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'missing' }
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unreadable', reason: `may not be read by user id ${process.getuid?.() ?? 'unknown'}` }
    default:
      return { kind: 'unreadable', reason: `cannot be read (${String(error.code)})` }
  }
}
