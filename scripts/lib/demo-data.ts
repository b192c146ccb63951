import { z } from 'zod'
import { BOOKS } from '#fakes/catalogue/books'
import { setUpWork, type Outside } from './demo-work'
import { caller, type Send } from './http-caller'

/** The password of everyone in the demo. */
export const PASSWORD = 'earmark-demo'
export const ADMIN = 'admin'

interface DemoUser {
  username: string
  role: 'untrusted' | 'trusted'
}

export const USERS: DemoUser[] = [
  { username: 'maya', role: 'trusted' },
  { username: 'jonas', role: 'untrusted' },
  { username: 'ruth', role: 'untrusted' },
]

/** Who requests what, oldest first. */
const REQUESTS: [username: string, title: string][] = [
  [ADMIN, 'The Ash Ferry'],
  ['maya', 'Meridian Station'],
  ['maya', 'The Salt Lantern'],
  ['jonas', 'Hollow Pines'],
  ['ruth', 'Death at Low Water'],
  ['ruth', 'The Vicar’s Third Alibi'],
  ['maya', 'Death at Low Water'],
  ['jonas', 'Threadspace'],
  [ADMIN, 'Moss: A Small History'],
  ['ruth', 'A Lantern for the Deep'],
]

const MESSAGE = JSON.stringify({
  event: '{eventType}',
  text: '{eventUser} asked for {bookTitle} by {bookAuthors}',
  book: '{bookUrl}',
})

async function signedIn(url: string, username: string): Promise<Send> {
  const answer = await caller(url)('POST', 'api/auth/login', { username, password: PASSWORD })
  const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0])
  return caller(url, { cookie: cookie.join('; ') })
}

/** The ASIN of an invented book. */
export function asinOf(title: string): string {
  const book = BOOKS.find((candidate) => candidate.title === title)
  if (book === undefined) throw new Error(`No invented book is called ${title}`)
  return book.asin
}

const sessionSchema = z.object({ initialized: z.boolean() })

/**
 * Fills a new server through its HTTP API: login by form, users, a webhook target, requests and, if the
 * indexers are given, their results. Leaves a server that is already set up alone.
 * @param url address of the server with a trailing slash
 * @param sinkUrl address of the webhook target
 */
export async function fillWithDemoData(
  url: string,
  sinkUrl: string,
  indexers: Outside | null,
): Promise<void> {
  const session = await caller(url)('GET', 'api/session')
  if (sessionSchema.parse(await session.json()).initialized) return
  await caller(url)('POST', 'api/init', {
    login_type: 'forms',
    username: ADMIN,
    password: PASSWORD,
    confirm_password: PASSWORD,
  })
  const admin = await signedIn(url, ADMIN)
  const people = new Map([[ADMIN, admin]])
  for (const user of USERS) {
    await admin('POST', 'api/users', { ...user, password: PASSWORD })
    people.set(user.username, await signedIn(url, user.username))
  }
  await admin('POST', 'api/settings/notifications', {
    name: 'Webhook sink',
    url: `${sinkUrl}/new-request`,
    events: ['onNewRequest'],
    body_type: 'json',
    body: MESSAGE,
  })
  if (indexers?.connected) {
    await admin('POST', 'api/settings/notifications', {
      name: 'Arrivals',
      url: `${sinkUrl}/available`,
      events: ['onAvailable'],
      body_type: 'text',
      body: '{eventText}',
    })
  }
  for (const [username, title] of REQUESTS)
    await people.get(username)?.('POST', `api/requests/${asinOf(title)}`)
  if (indexers !== null) await setUpWork({ people, admin, asinOf, indexers })
}
