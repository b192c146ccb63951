import type { FulfilmentState } from '#contract/books'
import { DOWNLOAD_STATES, type DownloadDto } from '#contract/downloads'

/** The stored download of a book. */
export interface StoredDownload {
  state: DownloadDto['state'] | 'expected' | 'failed' | 'gone'
  percent: number | null
  speed: number | null
  secondsLeft: number | null
  client: string | null
  foundBy: string | null
}

/** States of a book whose release may be in a download client. */
const WITH_CLIENT: readonly (FulfilmentState | null)[] = ['grabbed', 'downloading']

/**
 * A download as one person may see it; null if there is nothing to show.
 * @param everyone whether the person may see everything that administrators see.
 */
export function downloadFor(
  fulfilment: FulfilmentState | null,
  stored: StoredDownload | null,
  everyone: boolean,
): DownloadDto | null {
  if (stored === null || !WITH_CLIENT.includes(fulfilment)) return null
  const state = DOWNLOAD_STATES.find((shown) => shown === stored.state)
  if (!state) return null
  const { percent, secondsLeft, speed, client, foundBy } = stored
  return {
    state,
    progress: percent,
    seconds_left: secondsLeft,
    speed,
    client: everyone ? client : null,
    probably: foundBy === 'name',
  }
}
