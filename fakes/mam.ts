import type { ServerResponse } from 'node:http'
import { sendHtml, sendJson, startFakeServer } from './fake-server'
import type { ReceivedRequest } from './fake-server'

/** A torrent in the tracker's own words; tests leave out or distort what they like. */
export type FakeTorrent = Record<string, unknown> & { title: string }

const TORRENTS: readonly FakeTorrent[] = [
  {
    id: '501',
    title: 'The Salt Road',
    main_cat: '13',
    lang_code: 'ENG',
    filetype: 'm4b',
    size: '881.8 MiB',
    author_info: '{"11":"Ada Moor"}',
    narrator_info: '{"21":"Ben Hale","22":"Cora Lind"}',
    series_info: '{"31":["Harbour Songs","01"]}',
    vip: '0',
    free: '0',
    fl_vip: '0',
    personal_freeleech: '0',
  },
]

/**
 * Starts a MyAnonamouse. Its session changes with every answer while `rotate` is on; the one before the newest
 * is still taken, older ones are not.
 */
export async function startMamFake({
  port = 0,
  session = 'session-0',
}: { port?: number; session?: string } = {}) {
  const sessions = [session]
  let torrents: readonly FakeTorrent[] = TORRENTS
  let account: Record<string, unknown> = { username: 'listener', classname: 'Power User', ratio: '∞' }
  let rotate = true
  let refusal: 'cookie' | 'address' | 'login_page' | null = null

  function refuse(response: ServerResponse, why: NonNullable<typeof refusal>): void {
    switch (why) {
      case 'cookie':
        return sendHtml(response, 'Error, you are not signed in <br />Invalid/missing cookie', 403)
      case 'address':
        return sendHtml(response, 'Error, you are not signed in <br />Session IP address mismatch', 403)
      case 'login_page':
        return sendHtml(response, '<!DOCTYPE html><title>Login</title><form action="/takelogin.php"></form>')
    }
  }

  function search({ query }: ReceivedRequest, response: ServerResponse): void {
    const words = (query.get('tor[text]') ?? '').toLowerCase().split(' ')
    const data = torrents.filter((torrent) => {
      const text = JSON.stringify(torrent).toLowerCase()
      return words.every((word) => text.includes(word))
    })
    if (data.length === 0) return sendJson(response, { error: `Nothing returned, out of ${torrents.length}` })
    sendJson(response, { data, total: String(data.length), total_found: data.length, perpage: 100, start: 0 })
  }

  const server = await startFakeServer((request, response) => {
    const sent = /(?:^|;\s*)mam_id=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
    if (refusal) return refuse(response, refusal)
    if (!sessions.slice(-2).includes(sent)) return refuse(response, 'cookie')
    if (rotate) {
      const next = `${session}-${sessions.length}`
      sessions.push(next)
      response.setHeader('set-cookie', `mam_id=${next}; path=/; secure; HttpOnly`)
    }
    switch (request.path) {
      case '/tor/js/loadSearchJSONbasic.php':
        return search(request, response)
      case '/jsonLoad.php':
        return sendJson(response, account)
      default:
        return sendHtml(response, 'Not found', 404)
    }
  }, port)

  return {
    ...server,
    /** Every session it has given out, the newest last. */
    sessions,
    offer(exactly: readonly FakeTorrent[]): void {
      torrents = exactly
    },
    /** What `jsonLoad.php` says of the account. */
    setAccount(fields: Record<string, unknown>): void {
      account = fields
    },
    setRotating(on: boolean): void {
      rotate = on
    },
    /** Refuses everybody from now on; null lets them in again. */
    refuse(why: typeof refusal): void {
      refusal = why
    },
  }
}

export type MamFake = Awaited<ReturnType<typeof startMamFake>>
