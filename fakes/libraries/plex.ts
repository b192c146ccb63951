import { sendHtml, sendJson, startFakeServer } from '#fakes/fake-server'

export const TOKEN = 'plex-token'
const MUSIC = { key: '5', title: 'Audiobooks', type: 'artist' }
const MOVIES = { key: '1', title: 'Movies', type: 'movie' }

/**
 * Starts a Plex with a music library. It identifies itself without a token, refuses a wrong token with a web
 * page, and omits empty lists. A scan finds new albums (`put`); it responds without a body.
 */
export async function startPlex({
  albums = [],
  machineId = 'machine-1',
}: { albums?: readonly unknown[]; machineId?: string } = {}) {
  let rows: unknown[] = [...albums]
  let files: unknown[] = []
  let mayScan = true
  let onPage: ((start: number) => void) | null = null

  const server = await startFakeServer(({ path, query, headers }, response) => {
    if (path === '/identity') {
      return sendJson(response, {
        MediaContainer: { size: 0, machineIdentifier: machineId, version: '1.43.0' },
      })
    }
    if (headers['x-plex-token'] !== TOKEN) {
      return sendHtml(response, '<html><head><title>Unauthorized</title></head></html>', 401)
    }
    if (path === '/library/sections') {
      return sendJson(response, { MediaContainer: { size: 2, Directory: [MOVIES, MUSIC, { key: null }] } })
    }
    if (path === '/library/sections/5/all' && query.get('type') === '9') {
      const start = Number(query.get('X-Plex-Container-Start'))
      onPage?.(start)
      const sorted = query.get('sort') === 'addedAt:desc' ? rows.toReversed() : rows
      const page = sorted.slice(start, start + Number(query.get('X-Plex-Container-Size')))
      const list = page.length > 0 ? { Metadata: page } : {}
      return sendJson(response, { MediaContainer: { size: page.length, totalSize: rows.length, ...list } })
    }
    if (path === '/library/sections/5/refresh') {
      if (!mayScan) return void response.writeHead(403).end()
      rows = [...rows, ...files]
      files = []
      return void response.writeHead(200).end()
    }
    return sendHtml(response, '<html><head><title>Not Found</title></head></html>', 404)
  })

  return {
    ...server,
    /** Puts albums in the folder for the next scan to find. */
    put: (...added: readonly unknown[]) => void files.push(...added),
    /** Called with the offset of each page before it is written. */
    beforePage(call: (start: number) => void) {
      onPage = call
    },
    /** Revokes the token's right to scan. */
    demote() {
      mayScan = false
    },
  }
}
