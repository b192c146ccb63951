import type { ServerResponse } from 'node:http'
import { sendHtml, sendJson, startFakeServer } from './fake-server'
import type { ReceivedRequest } from './fake-server'

/** A torrent in the tracker's own format; tests omit or distort fields. */
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

type Refusal = 'cookie' | 'address' | 'login_page'

interface Tracker {
  /** Every session issued so far, newest last. */
  sessions: string[]
  torrents: readonly FakeTorrent[]
  account: Record<string, unknown>
  rotate: boolean
  refusal: Refusal | null
}

/**
 * Starts a MyAnonamouse. Its session changes with every response while `rotate` is on; the previous one is
 * still accepted, older ones are not.
 */
export async function startMamFake({
  port = 0,
  session = 'session-0',
}: { port?: number; session?: string } = {}) {
  const tracker: Tracker = {
    sessions: [session],
    torrents: TORRENTS,
    account: { username: 'listener', classname: 'Power User', ratio: '∞' },
    rotate: true,
    refusal: null,
  }
  const server = await startFakeServer((request, response) => answer(tracker, request, response), port)

  return {
    ...server,
    /** Every session issued so far, newest last. */
    sessions: tracker.sessions,
    offer(exactly: readonly FakeTorrent[]): void {
      tracker.torrents = exactly
    },
    /** Sets the response of `jsonLoad.php` about the account. */
    setAccount(fields: Record<string, unknown>): void {
      tracker.account = fields
    },
    setRotating(on: boolean): void {
      tracker.rotate = on
    },
    /** Refuses everyone from now on; null stops it. */
    refuse(why: Refusal | null): void {
      tracker.refusal = why
    },
  }
}

function answer(tracker: Tracker, request: ReceivedRequest, response: ServerResponse): void {
  const { sessions, account, rotate, refusal } = tracker
  const sent = /(?:^|;\s*)mam_id=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? ''
  if (refusal) return refuse(response, refusal)
  if (!sessions.slice(-2).includes(sent)) return refuse(response, 'cookie')
  if (rotate) {
    const next = `${sessions[0]}-${sessions.length}`
    sessions.push(next)
    response.setHeader('set-cookie', `mam_id=${next}; path=/; secure; HttpOnly`)
  }
  switch (request.path) {
    case '/tor/js/loadSearchJSONbasic.php':
      return search(tracker, request, response)
    case '/jsonLoad.php':
      return sendJson(response, account)
    default:
      return sendHtml(response, 'Not found', 404)
  }
}

function refuse(response: ServerResponse, why: Refusal): void {
  switch (why) {
    case 'cookie':
      return sendHtml(response, 'Error, you are not signed in <br />Invalid/missing cookie', 403)
    case 'address':
      return sendHtml(response, 'Error, you are not signed in <br />Session IP address mismatch', 403)
    case 'login_page':
      return sendHtml(response, '<!DOCTYPE html><title>Login</title><form action="/takelogin.php"></form>')
  }
}

function search({ torrents }: Tracker, { query }: ReceivedRequest, response: ServerResponse): void {
  const words = (query.get('tor[text]') ?? '').toLowerCase().split(' ')
  const data = torrents.filter((torrent) => {
    const text = JSON.stringify(torrent).toLowerCase()
    return words.every((word) => text.includes(word))
  })
  if (data.length === 0) return sendJson(response, { error: `Nothing returned, out of ${torrents.length}` })
  sendJson(response, { data, total: String(data.length), total_found: data.length, perpage: 100, start: 0 })
}
