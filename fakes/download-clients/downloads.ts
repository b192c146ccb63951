/** The state of a download in a fake client. */
export type FakeState =
  'queued' | 'paused' | 'downloading' | 'stalled' | 'processing' | 'completed' | 'failed'

export interface FakeDownload {
  id: string
  name: string
  category: string
  state: FakeState
  /** From 0 to 1. */
  progress: number
  /** Bytes per second. */
  speed: number
  /** Null if the client does not know. */
  secondsLeft: number | null
  seeds: number
  /** The client's message about a failure. */
  message: string
  /** Bytes. */
  size: number
  /** In milliseconds. */
  addedAt: number
}

/** How downloads progress automatically. */
export interface Pace {
  /** Time from the first byte to the last. */
  seconds: number
  /** The client's message about a download that fails half-way; null for one that completes. */
  failure?: (name: string) => string | null
  /** Called once for each completed download. */
  onComplete?: (name: string) => void
}

const SIZE = 400_000_000

interface Moving {
  pace: Pace | null
  /** In milliseconds. */
  clock: () => number
}

function move({ pace, clock }: Moving, download: FakeDownload): void {
  if (pace === null || download.state !== 'downloading') return
  const part = (clock() - download.addedAt) / 1000 / pace.seconds
  const failure = pace.failure?.(download.name) ?? null
  if (failure !== null && part >= 0.5) {
    Object.assign(download, { state: 'failed', progress: 0.5, speed: 0, message: failure })
  } else if (part >= 1) {
    Object.assign(download, { state: 'completed', progress: 1, speed: 0, secondsLeft: null })
    pace.onComplete?.(download.name)
  } else {
    const secondsLeft = Math.ceil(pace.seconds * (1 - part))
    Object.assign(download, { progress: part, speed: download.size / pace.seconds, secondsLeft })
  }
}

/**
 * The downloads of a fake client. Nothing changes unless a caller changes it, or a pace is set, as for the
 * demo.
 */
export function createFakeDownloads({ pace = null, clock = Date.now }: Partial<Moving> = {}) {
  const downloads = new Map<string, FakeDownload>()

  return {
    /** Every download, oldest first. */
    all(): FakeDownload[] {
      for (const download of downloads.values()) move({ pace, clock }, download)
      return [...downloads.values()]
    },
    find(id: string): FakeDownload | undefined {
      const download = downloads.get(id)
      if (download) move({ pace, clock }, download)
      return download
    },
    add(download: Pick<FakeDownload, 'id' | 'name'> & Partial<FakeDownload>): FakeDownload {
      const added: FakeDownload = {
        category: '',
        state: 'downloading',
        progress: 0,
        speed: 1_000_000,
        secondsLeft: 400,
        seeds: 3,
        message: '',
        size: SIZE,
        addedAt: clock(),
        ...download,
      }
      downloads.set(added.id, added)
      return added
    },
    /** @throws if it does not exist. */
    change(id: string, changes: Partial<Omit<FakeDownload, 'id'>>): void {
      const download = downloads.get(id)
      if (!download) throw new Error(`The fake has no download ${id}`)
      Object.assign(download, changes)
    },
    complete(id: string): void {
      this.change(id, { state: 'completed', progress: 1, speed: 0, secondsLeft: null })
    },
    fail(id: string, message: string): void {
      this.change(id, { state: 'failed', speed: 0, secondsLeft: null, message })
    },
    /** Removes a download, as a person would. */
    remove(id: string): void {
      downloads.delete(id)
    },
  }
}

export type FakeDownloads = ReturnType<typeof createFakeDownloads>
